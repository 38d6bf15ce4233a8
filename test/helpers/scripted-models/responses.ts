import { findResponsesProblem, type ResponsesRequest } from "./find-responses-problem.ts";
import {
  argumentsText,
  callId,
  finishReasonOf,
  type Protocol,
  type ScriptedAnswer,
  usageDefault,
  type WireError,
} from "./script.ts";

/** OpenAI's Responses API. */
export const responses: Protocol<ResponsesRequest> = {
  basePath: "/v1",
  route: /^\/responses$/,
  findKeyProblem: ({ authorization }, key) =>
    authorization === `Bearer ${key}` ? null : "You didn't provide an API key.",
  findProblem: findResponsesProblem,
  toAnswer: toResponse,
  noChoice: { id: "resp_0", object: "response", created_at: 1, model: "m", status: "completed" },
  toBadRequest: (problem) => fault(400, problem, "invalid_request_error", null),
  problems: {
    wrong_key: fault(
      401,
      "Incorrect API key provided: sk-wrong-0123456789. You can find your API key in your account.",
      "invalid_request_error",
      "invalid_api_key",
    ),
    unknown_model: fault(
      404,
      "The model `m` does not exist or you do not have access to it.",
      "invalid_request_error",
      "model_not_found",
    ),
    quota: fault(
      429,
      "You exceeded your current quota, please check your plan and billing details.",
      "insufficient_quota",
      "insufficient_quota",
    ),
    rate_limit: fault(429, "Rate limit reached for m in organization", "tokens", "rate_limit_exceeded"),
    overloaded: fault(
      503,
      "The engine is currently overloaded, please try again later",
      "server_error",
      null,
    ),
    server_error: fault(500, "The server had an error while processing your request.", "server_error", null),
    context_overflow: fault(
      400,
      "Your input exceeds the context window of this model. Please adjust your input and try again.",
      "invalid_request_error",
      "context_length_exceeded",
    ),
  },
  models: {
    object: "list",
    data: [
      { id: "gpt-5", object: "model", created: 1, owned_by: "openai" },
      { id: "m", object: "model", created: 1, owned_by: "openai" },
    ],
  },
};

function fault(status: number, message: string, type: string, code: string | null): WireError {
  return { status, body: { error: { message, type, param: null, code } } };
}

function toResponse(index: number, request: ResponsesRequest, scripted: ScriptedAnswer) {
  const { usage = usageDefault } = scripted;
  const reason = finishReasonOf(scripted);
  const incomplete = { length: "max_output_tokens", content_filter: "content_filter" }[reason];
  return {
    ...{ id: `resp_${index}`, object: "response", created_at: 1_700_000_000, model: request.model },
    status: incomplete === undefined ? "completed" : "incomplete",
    ...{ error: null, incomplete_details: incomplete === undefined ? null : { reason: incomplete } },
    output: toItems(index, scripted),
    usage: {
      ...{ input_tokens: usage.prompt_tokens, output_tokens: usage.completion_tokens },
      total_tokens: usage.prompt_tokens + usage.completion_tokens,
      input_tokens_details: { cached_tokens: usage.cached_tokens ?? 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    },
  };
}

function toItems(index: number, { text, reasoning, refusal, calls = [] }: ScriptedAnswer): unknown[] {
  const content = [
    ...(text ? [{ type: "output_text", text, annotations: [] }] : []),
    ...(refusal === undefined ? [] : [{ type: "refusal", refusal }]),
  ];
  const message = { type: "message", id: `msg_${index}`, role: "assistant", status: "completed", content };
  return [
    ...(reasoning === undefined
      ? []
      : [
          {
            ...{ type: "reasoning", id: `rs_${index}`, encrypted_content: `encrypted_${index}` },
            summary: [{ type: "summary_text", text: reasoning }],
          },
        ]),
    ...(content.length === 0 ? [] : [message]),
    ...calls.map((call, position) => ({
      ...{ type: "function_call", id: callId("fc", index, position), status: "completed" },
      call_id: call.id ?? callId("call", index, position),
      name: call.name,
      arguments: argumentsText(call.arguments),
    })),
  ];
}
