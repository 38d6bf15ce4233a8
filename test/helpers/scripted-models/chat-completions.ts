import { findChatProblem, type WireRequest } from "./find-chat-problem.ts";
import {
  argumentsText,
  callId,
  finishReasonOf,
  type Protocol,
  type ScriptedAnswer,
  usageDefault,
  type WireError,
} from "./script.ts";

/** Chat completions, as Ollama, vLLM, llama.cpp and OpenRouter speak them. */
export const chatCompletions: Protocol<WireRequest> = {
  basePath: "/v1",
  route: /^\/chat\/completions$/,
  findKeyProblem: ({ authorization }, key) =>
    authorization === `Bearer ${key}` ? null : "You didn't provide an API key.",
  findProblem: findChatProblem,
  toAnswer: toCompletion,
  noChoice: { ...envelope(0, "m"), choices: [] },
  toBadRequest: (problem) => fault(400, problem, "invalid_request_error"),
  problems: {
    wrong_key: fault(401, "Incorrect API key provided: sk-wrong-0123456789.", "invalid_request_error"),
    unknown_model: fault(404, "The model `m` does not exist", "NotFoundError"),
    quota: fault(402, "Insufficient credits. Add more to your account.", "payment_required"),
    rate_limit: fault(429, "Rate limit exceeded: 20 requests per minute", "rate_limit_error"),
    overloaded: fault(503, "The server is busy", "overloaded_error"),
    server_error: fault(500, "CUDA error: an illegal memory access was encountered", "InternalServerError"),
    context_overflow: {
      status: 400,
      body: {
        object: "error",
        message:
          "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens in the messages.",
        type: "BadRequestError",
        code: 400,
      },
    },
  },
  models: { object: "list", data: [{ id: "m", object: "model", created: 1, owned_by: "library" }] },
};

function fault(status: number, message: string, type: string): WireError {
  return { status, body: { error: { message, type, param: null, code: null } } };
}

function envelope(index: number, model: string) {
  return { id: `chatcmpl-${index}`, object: "chat.completion", created: 1_700_000_000, model };
}

function toCompletion(index: number, request: WireRequest, scripted: ScriptedAnswer) {
  const calls = (scripted.calls ?? []).map((call, position) => ({
    id: call.id ?? callId("call", index, position),
    type: "function",
    function: { name: call.name, arguments: argumentsText(call.arguments) },
  }));
  const message = {
    role: "assistant",
    content: scripted.text ?? null,
    ...(scripted.refusal !== undefined && { refusal: scripted.refusal }),
    ...(scripted.reasoning !== undefined && { reasoning_content: scripted.reasoning }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  const { cached_tokens, prompt_tokens, completion_tokens } = scripted.usage ?? usageDefault;
  return {
    ...envelope(index, request.model),
    choices: [{ index: 0, message, finish_reason: finishReasonOf(scripted) }],
    usage: {
      ...{ prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
      ...(cached_tokens !== undefined && { prompt_tokens_details: { cached_tokens } }),
    },
  };
}
