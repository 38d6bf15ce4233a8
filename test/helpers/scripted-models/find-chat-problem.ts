import { findSchemaProblem } from "./find-schema-problem.ts";
import { findUnknownField } from "./script.ts";

export interface WireToolCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

export interface WireMessage {
  role: "system" | "user" | "assistant" | "tool";
  content?: unknown;
  tool_calls?: WireToolCall[];
  tool_call_id?: string;
}

export interface WireRequest {
  model: string;
  messages: WireMessage[];
  tools?: { type: "function"; function: { name: string; description?: string; parameters: unknown } }[];
}

const fields = [
  ...[
    "model",
    "messages",
    "tools",
    "tool_choice",
    "parallel_tool_calls",
    "max_tokens",
    "temperature",
    "top_p",
  ],
  ...["stop", "seed", "user", "stream", "n", "response_format", "frequency_penalty", "presence_penalty"],
  "reasoning_effort",
];

/** What a chat completions API refuses. */
export function findChatProblem(body: unknown): string | null {
  if (typeof body !== "object" || body === null) return "the body is not a JSON object";
  const unknown = findUnknownField(body, fields);
  if (unknown !== null) return `Unrecognized request argument supplied: ${unknown}`;
  const { model, messages, tools } = body as Partial<WireRequest>;
  if (typeof model !== "string" || model === "") return "you must provide a model parameter";
  if (!Array.isArray(messages) || messages.length === 0) return "messages must not be empty";
  return findToolProblem(tools) ?? findMessageProblem(messages);
}

function findToolProblem(tools: WireRequest["tools"]): string | null {
  for (const tool of tools ?? []) {
    if (tool.type !== "function") return "tools must be of type function";
    if (!/^[\w-]{1,64}$/.test(tool.function.name)) return `invalid function name ${tool.function.name}`;
    const { type } = (tool.function.parameters ?? {}) as { type?: unknown };
    if (type !== "object") return `schema of ${tool.function.name} must be of type object`;
    const problem = findSchemaProblem(tool.function.parameters);
    if (problem !== null)
      return `JSON schema conversion failed: ${tool.function.name}${problem.at}: ${problem.kind} ${problem.what}`;
  }
  return null;
}

/** Every call needs its result right after the message that made it, and a result needs its call. */
function findMessageProblem(messages: readonly WireMessage[]): string | null {
  let open = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const place = `messages[${index}]`;
    if (message.role === "tool") {
      if (typeof message.tool_call_id !== "string") return `${place}: missing tool_call_id`;
      if (typeof message.content !== "string") return `${place}: tool content must be a string`;
      if (!open.delete(message.tool_call_id)) return `${place}: tool message without a preceding tool call`;
      continue;
    }
    if (open.size > 0) return `${place}: tool calls without results: ${[...open].join(", ")}`;
    const problem = findRoleProblem(message, index);
    if (problem !== null) return `${place}: ${problem}`;
    open = new Set(message.tool_calls?.map((call) => call.id));
  }
  return open.size > 0 ? `tool calls without results: ${[...open].join(", ")}` : null;
}

function findRoleProblem(message: WireMessage, index: number): string | null {
  switch (message.role) {
    case "system":
      return index === 0 && typeof message.content === "string" ? null : "system message must come first";
    case "user":
      return typeof message.content === "string" || Array.isArray(message.content)
        ? null
        : "user content is missing";
    case "assistant":
      return findAssistantProblem(message);
    default:
      return `unknown role ${String(message.role)}`;
  }
}

function findAssistantProblem({ content, tool_calls: calls }: WireMessage): string | null {
  if (calls === undefined || calls.length === 0) {
    return typeof content === "string" && content !== "" ? null : "assistant content is missing";
  }
  for (const call of calls) {
    if (typeof call.id !== "string" || call.id === "") return "a tool call has no id";
    try {
      JSON.parse(call.function.arguments);
    } catch {
      return `arguments of ${call.id} are not JSON`;
    }
  }
  return new Set(calls.map((call) => call.id)).size === calls.length ? null : "tool call ids are not unique";
}
