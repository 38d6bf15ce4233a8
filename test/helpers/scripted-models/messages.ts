import { findMessagesProblem, type MessagesRequest } from "./find-messages-problem.ts";
import {
  argumentsObject,
  callId,
  finishReasonOf,
  type Protocol,
  type ScriptedAnswer,
  usageDefault,
  type WireError,
} from "./script.ts";

const stopReasons: Record<string, string> = {
  stop: "end_turn",
  tool_calls: "tool_use",
  length: "max_tokens",
  content_filter: "refusal",
};

/** Anthropic's Messages API. */
export const messages: Protocol<MessagesRequest> = {
  basePath: "/v1",
  route: /^\/messages$/,
  findKeyProblem(headers, key) {
    if (headers["x-api-key"] !== key) return "x-api-key header is required";
    return headers["anthropic-version"] === "2023-06-01" ? null : "anthropic-version: header is required";
  },
  findProblem: findMessagesProblem,
  toAnswer: toMessage,
  noChoice: { type: "message", id: "msg_0", role: "assistant", model: "m" },
  toBadRequest: (problem) => fault(400, "invalid_request_error", problem),
  problems: {
    wrong_key: fault(401, "authentication_error", "invalid x-api-key"),
    unknown_model: fault(404, "not_found_error", "model: m"),
    quota: fault(
      400,
      "invalid_request_error",
      "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing.",
    ),
    rate_limit: fault(429, "rate_limit_error", "This request would exceed your organization's rate limit"),
    overloaded: fault(529, "overloaded_error", "Overloaded"),
    server_error: fault(500, "api_error", "Internal server error"),
    context_overflow: fault(
      400,
      "invalid_request_error",
      "prompt is too long: 214315 tokens > 200000 maximum",
    ),
  },
  models: {
    data: [
      { type: "model", id: "claude-sonnet-4-5", display_name: "Claude Sonnet 4.5", created_at: "2025-09-29" },
      { type: "model", id: "m", display_name: "M", created_at: "2025-01-01" },
    ],
    ...{ has_more: false, first_id: "claude-sonnet-4-5", last_id: "m" },
  },
};

function fault(status: number, type: string, message: string): WireError {
  return { status, body: { type: "error", error: { type, message }, request_id: "req_0" } };
}

function toMessage(index: number, request: MessagesRequest, scripted: ScriptedAnswer) {
  const { text, reasoning, refusal, calls = [], usage = usageDefault } = scripted;
  const { cached_tokens = 0, cache_write_tokens = 0 } = usage;
  const reason = refusal === undefined ? finishReasonOf(scripted) : "content_filter";
  return {
    ...{ id: `msg_${index}`, type: "message", role: "assistant", model: request.model },
    content: [
      ...(reasoning === undefined
        ? []
        : [{ type: "thinking", thinking: reasoning, signature: `sig_${index}` }]),
      ...[text, refusal].flatMap((words) => (words ? [{ type: "text", text: words }] : [])),
      ...calls.map((call, position) => ({
        type: "tool_use",
        id: call.id ?? callId("toolu", index, position),
        name: call.name,
        input: argumentsObject(call.arguments),
      })),
    ],
    ...{ stop_reason: stopReasons[reason] ?? reason, stop_sequence: null },
    usage: {
      input_tokens: usage.prompt_tokens - cached_tokens - cache_write_tokens,
      cache_read_input_tokens: cached_tokens,
      cache_creation_input_tokens: cache_write_tokens,
      output_tokens: usage.completion_tokens,
    },
  };
}
