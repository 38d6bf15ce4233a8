import { findSchemaProblem } from "./find-schema-problem.ts";
import { findUnknownField } from "./script.ts";

export type MessagesBlock =
  | { type: "text"; text: string; cache_control?: unknown }
  | { type: "thinking"; thinking: string; signature: string }
  | { type: "tool_use"; id: string; name: string; input: unknown; cache_control?: unknown }
  | {
      type: "tool_result";
      tool_use_id: string;
      content: unknown;
      is_error?: boolean;
      cache_control?: unknown;
    };

export interface MessagesMessage {
  role: "user" | "assistant";
  content: string | MessagesBlock[];
}

export interface MessagesRequest {
  model: string;
  max_tokens: number;
  cache_control?: unknown;
  system?: { type: "text"; text: string; cache_control?: unknown }[];
  messages: MessagesMessage[];
  tools?: { name: string; input_schema: Record<string, unknown>; cache_control?: unknown }[];
}

const fields = [
  ...["model", "max_tokens", "messages", "system", "tools", "tool_choice", "cache_control", "thinking"],
  ...["temperature", "top_p", "top_k", "stop_sequences", "stream", "metadata", "service_tier"],
  ...["output_config", "context_management", "container", "mcp_servers"],
];

const marksMax = 4;

/** What Anthropic's Messages API refuses. */
export function findMessagesProblem(body: unknown): string | null {
  if (typeof body !== "object" || body === null) return "The request body is not valid JSON";
  const unknown = findUnknownField(body, fields);
  if (unknown !== null) return `${unknown}: Extra inputs are not permitted`;
  const { model, max_tokens, messages, tools = [] } = body as Partial<MessagesRequest>;
  if (typeof model !== "string" || model === "") return "model: Field required";
  if (!Number.isInteger(max_tokens) || (max_tokens ?? 0) < 1) return "max_tokens: Field required";
  if (!Array.isArray(messages) || messages.length === 0) {
    return "messages: at least one message is required";
  }
  return (
    findToolProblem(tools) ?? findMarkProblem(body as MessagesRequest) ?? findConversationProblem(messages)
  );
}

function findToolProblem(tools: NonNullable<MessagesRequest["tools"]>): string | null {
  for (const [index, { name, input_schema: schema }] of tools.entries()) {
    const place = `tools.${index}.custom`;
    if (!/^[a-zA-Z0-9_-]{1,128}$/.test(name)) return `${place}.name: String should match pattern`;
    if (schema?.type !== "object") return `${place}.input_schema.type: Field required`;
    const combined = ["oneOf", "allOf", "anyOf"].some((keyword) => keyword in schema);
    if (combined) return `${place}.input_schema: does not support oneOf, allOf, or anyOf at the top level`;
    const problem = findSchemaProblem(schema);
    if (problem !== null)
      return `${place}.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 (${problem.at}: ${problem.kind} ${problem.what}).`;
  }
  const names = new Set(tools.map(({ name }) => name));
  return names.size === tools.length ? null : "tools: Tool names must be unique.";
}

function findMarkProblem(request: MessagesRequest): string | null {
  const blocks = request.messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
  const marked = [...(request.system ?? []), ...(request.tools ?? []), ...blocks, request].filter(
    (part) => "cache_control" in part && part.cache_control !== undefined,
  );
  if (marked.length <= marksMax) return null;
  return `A maximum of ${marksMax} blocks with cache_control may be provided. Found ${marked.length}.`;
}

function findConversationProblem(messages: readonly MessagesMessage[]): string | null {
  const seen = new Set<string>();
  let open: string[] = [];
  if (messages[0]?.role !== "user") return "messages: first message must use the user role";
  for (const [index, message] of messages.entries()) {
    const place = `messages.${index}`;
    const blocks = toBlocks(message.content);
    const problem = findBlockProblem(place, message.role, blocks) ?? findResultProblem(place, blocks, open);
    if (problem !== null) return problem;
    open = blocks.flatMap((block) => (block.type === "tool_use" ? [block.id] : []));
    for (const id of open) {
      if (seen.has(id)) return `${place}: \`tool_use\` ids must be unique`;
      seen.add(id);
    }
  }
  if (open.length > 0) return missingResults(`messages.${messages.length - 1}`, open);
  return messages.at(-1)?.role === "user" ? null : "messages: final message must use the user role";
}

function toBlocks(content: MessagesMessage["content"]): MessagesBlock[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

function findBlockProblem(place: string, role: string, blocks: readonly MessagesBlock[]): string | null {
  if (role !== "user" && role !== "assistant") return `${place}.role: Input should be 'user' or 'assistant'`;
  if (blocks.length === 0) return `${place}: all messages must have non-empty content`;
  for (const block of blocks) {
    const isAssistants = block.type === "tool_use" || block.type === "thinking";
    if (isAssistants !== (role === "assistant") && block.type !== "text") {
      return `${place}: \`${block.type}\` blocks are not allowed in a message of role ${role}`;
    }
    if (block.type === "text" && block.text.trim() === "")
      return `${place}: text content blocks must be non-empty`;
    if (block.type === "thinking" && !block.signature) return `${place}: thinking.signature: Field required`;
    if (block.type !== "tool_use") continue;
    if (!/^[a-zA-Z0-9_-]+$/.test(block.id)) return `${place}: tool_use.id: String should match pattern`;
    if (!isObject(block.input)) return `${place}: tool_use.input: Input should be a valid dictionary`;
  }
  return null;
}

/** Every call of the message before needs its one result here, before anything else. */
function findResultProblem(
  place: string,
  blocks: readonly MessagesBlock[],
  open: readonly string[],
): string | null {
  const results = blocks.flatMap((block) => (block.type === "tool_result" ? [block.tool_use_id] : []));
  const foreign = results.find((id) => !open.includes(id));
  if (foreign !== undefined)
    return `${place}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${foreign}`;
  if (new Set(results).size < results.length) return `${place}: each tool_use must have a single result`;
  const missing = open.filter((id) => !results.includes(id));
  const isLate = blocks.slice(0, results.length).some(({ type }) => type !== "tool_result");
  if (missing.length > 0 || (results.length > 0 && isLate)) return missingResults(place, open);
  return null;
}

function missingResults(place: string, ids: readonly string[]): string {
  return `${place}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids.join(", ")}`;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
