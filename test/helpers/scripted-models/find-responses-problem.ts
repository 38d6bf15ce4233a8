import { findSchemaProblem, findStrictProblem } from "./find-schema-problem.ts";
import { findUnknownField } from "./script.ts";

export type ResponsesItem =
  | { type?: "message"; role: string; content: unknown }
  | { type: "reasoning"; id: string; encrypted_content?: string; summary: unknown[] }
  | { type: "function_call"; id?: string; call_id: string; name: string; arguments: string }
  | { type: "function_call_output"; call_id: string; output: unknown }
  | { type: "item_reference"; id: string };

export interface ResponsesRequest {
  model: string;
  input: ResponsesItem[];
  store?: boolean;
  include?: string[];
  tools?: { type: string; name: string; parameters: Record<string, unknown>; strict?: boolean }[];
}

const fields = [
  ...["model", "input", "instructions", "max_output_tokens", "store", "include", "tools", "tool_choice"],
  ...["parallel_tool_calls", "previous_response_id", "conversation", "reasoning", "temperature", "top_p"],
  ...["text", "truncation", "user", "metadata", "service_tier", "stream", "background", "max_tool_calls"],
  ...["prompt_cache_key", "prompt_cache_retention", "safety_identifier", "top_logprobs"],
];

/** What OpenAI's Responses API refuses. */
export function findResponsesProblem(body: unknown): string | null {
  if (typeof body !== "object" || body === null) return "We could not parse the JSON body of your request.";
  const unknown = findUnknownField(body, fields);
  if (unknown !== null) return `Unknown parameter: '${unknown}'.`;
  const request = body as Partial<ResponsesRequest>;
  const { model, input, include = [], tools = [] } = request;
  if (typeof model !== "string" || model === "") return "Missing required parameter: 'model'.";
  if (!Array.isArray(input) || input.length === 0) return "Missing required parameter: 'input'.";
  if (include.includes("reasoning.encrypted_content") && /^gpt-[34]/.test(model)) {
    return "Encrypted content is not supported with this model.";
  }
  return findToolProblem(tools) ?? findItemProblem(input, request.store ?? true);
}

function findToolProblem(tools: NonNullable<ResponsesRequest["tools"]>): string | null {
  for (const [index, { type, name, parameters, strict = true }] of tools.entries()) {
    const place = `tools[${index}]`;
    if (type !== "function") return `Invalid value: '${type}' for ${place}.type.`;
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) return `Invalid '${place}.name': string does not match pattern.`;
    if (parameters?.type !== "object")
      return `Invalid schema for function '${name}': schema must be an object`;
    const combined = ["oneOf", "anyOf", "allOf", "enum", "not"].some((keyword) => keyword in parameters);
    if (combined) return `Invalid schema for function '${name}': not permitted at the top level`;
    const problem = findSchemaProblem(parameters) ?? (strict ? findStrictProblem(parameters) : null);
    if (problem !== null) {
      return `Invalid schema for function '${name}': In context=(${problem.at}), ${problem.kind}: ${problem.what}.`;
    }
  }
  return null;
}

function findItemProblem(input: readonly ResponsesItem[], isStored: boolean): string | null {
  const open = new Set<string>();
  const seen = new Set<string>();
  for (const [index, item] of input.entries()) {
    const problem =
      item.type === "function_call_output"
        ? open.delete(item.call_id)
          ? null
          : `No tool call found for function call output with call_id ${item.call_id}.`
        : findOwnProblem(item, input[index + 1], isStored, seen);
    if (problem !== null) return `${problem} (input[${index}])`;
    if (item.type === "function_call") open.add(item.call_id);
    const isPrompt = "role" in item && item.role !== "assistant";
    if (isPrompt && open.size > 0) return `No tool output found for function call ${[...open][0]}.`;
  }
  return open.size > 0 ? `No tool output found for function call ${[...open][0]}.` : null;
}

function findOwnProblem(
  item: ResponsesItem,
  next: ResponsesItem | undefined,
  isStored: boolean,
  seen: Set<string>,
): string | null {
  if ("id" in item && item.id !== undefined) {
    if (seen.has(item.id)) return `Duplicate item found with id ${item.id}.`;
    seen.add(item.id);
  }
  switch (item.type) {
    case "item_reference":
      return isStored
        ? null
        : `Item with id '${item.id}' not found. Items are not persisted when \`store\` is set to false.`;
    case "reasoning":
      if (!isStored && !item.encrypted_content) {
        return `Item with id '${item.id}' not found. Items are not persisted when \`store\` is set to false.`;
      }
      return next === undefined ||
        ("role" in next && next.role !== "assistant") ||
        next.type === "function_call_output"
        ? `Item '${item.id}' of type 'reasoning' was provided without its required following item.`
        : null;
    case "function_call":
      return findCallProblem(item, seen);
    default:
      return findMessageProblem(item);
  }
}

function findCallProblem(
  item: Extract<ResponsesItem, { type: "function_call" }>,
  seen: Set<string>,
): string | null {
  if (typeof item.call_id !== "string" || item.call_id === "")
    return "Missing required parameter: 'call_id'.";
  if (seen.has(`call ${item.call_id}`)) return `Duplicate call_id ${item.call_id}.`;
  seen.add(`call ${item.call_id}`);
  try {
    JSON.parse(item.arguments);
    return null;
  } catch {
    return `Invalid 'arguments' of ${item.call_id}: not JSON.`;
  }
}

function findMessageProblem(item: ResponsesItem): string | null {
  if (!("role" in item)) return `Invalid value: '${String(item.type)}'.`;
  if (!["system", "developer", "user", "assistant"].includes(item.role))
    return `Invalid value: '${item.role}'.`;
  const { content } = item;
  if (typeof content === "string") return content === "" ? "Invalid 'content': empty string." : null;
  if (!Array.isArray(content) || content.length === 0) return "Missing required parameter: 'content'.";
  const wanted = item.role === "assistant" ? "output_text" : "input_text";
  return content.every(({ type }) => type === wanted)
    ? null
    : `Invalid value: content must be of type ${wanted}.`;
}
