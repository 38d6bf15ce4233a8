import { findGenerateProblem, type GenerateRequest } from "./find-generate-problem.ts";
import {
  argumentsObject,
  finishReasonOf,
  type Protocol,
  type ScriptedAnswer,
  usageDefault,
  type WireError,
} from "./script.ts";

const finishReasons: Record<string, string> = {
  stop: "STOP",
  tool_calls: "STOP",
  length: "MAX_TOKENS",
  content_filter: "SAFETY",
};

const quotaText = "You exceeded your current quota, please check your plan and billing details.";

/** Google's generateContent. */
export const generateContent: Protocol<GenerateRequest> = {
  basePath: "/v1beta",
  route: /^\/models\/[\w.-]+:generateContent$/,
  findKeyProblem: (headers, key) =>
    headers["x-goog-api-key"] === key ? null : "Method doesn't allow unregistered callers.",
  findProblem: findGenerateProblem,
  toAnswer: toResponse,
  noChoice: { usageMetadata: { promptTokenCount: 1, totalTokenCount: 1 }, modelVersion: "m" },
  toBadRequest: (problem) => fault(400, "INVALID_ARGUMENT", problem),
  problems: {
    wrong_key: fault(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", [
      { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" },
    ]),
    unknown_model: fault(404, "NOT_FOUND", "models/m is not found for API version v1beta"),
    quota: fault(429, "RESOURCE_EXHAUSTED", quotaText, [
      quotaFailure("GenerateRequestsPerDayPerProjectPerModel-FreeTier"),
      { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "0s" },
    ]),
    rate_limit: fault(429, "RESOURCE_EXHAUSTED", quotaText, [
      quotaFailure("GenerateRequestsPerMinutePerProjectPerModel"),
      { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "2s" },
    ]),
    overloaded: fault(503, "UNAVAILABLE", "The model is overloaded. Please try again later."),
    server_error: fault(500, "INTERNAL", "An internal error has occurred."),
    context_overflow: fault(
      400,
      "INVALID_ARGUMENT",
      "The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).",
    ),
  },
  models: {
    models: [
      { name: "models/gemini-2.5-pro", supportedGenerationMethods: ["generateContent", "countTokens"] },
      { name: "models/text-embedding-004", supportedGenerationMethods: ["embedContent"] },
    ],
  },
};

function quotaFailure(quotaId: string) {
  return { "@type": "type.googleapis.com/google.rpc.QuotaFailure", violations: [{ quotaId }] };
}

function fault(code: number, status: string, message: string, details: unknown[] = []): WireError {
  return { status: code, body: { error: { code, message, status, details } } };
}

function toResponse(index: number, _request: GenerateRequest, scripted: ScriptedAnswer) {
  const { refusal, usage = usageDefault } = scripted;
  const usageMetadata = {
    promptTokenCount: usage.prompt_tokens,
    candidatesTokenCount: usage.completion_tokens,
    cachedContentTokenCount: usage.cached_tokens ?? 0,
    totalTokenCount: usage.prompt_tokens + usage.completion_tokens,
  };
  if (refusal !== undefined) return { promptFeedback: { blockReason: "PROHIBITED_CONTENT" }, usageMetadata };
  const reason = finishReasonOf(scripted);
  const content = { role: "model", parts: toParts(index, scripted) };
  return {
    candidates: [{ index: 0, content, finishReason: finishReasons[reason] ?? reason }],
    ...{ usageMetadata, modelVersion: "m", responseId: `r_${index}` },
  };
}

/** The first call of an answer carries the signature of what was thought. */
function toParts(index: number, { text, reasoning, calls = [] }: ScriptedAnswer): unknown[] {
  return [
    ...(reasoning === undefined ? [] : [{ text: reasoning, thought: true }]),
    ...(text ? [{ text }] : []),
    ...calls.map((call, position) => ({
      functionCall: { id: call.id, name: call.name, args: argumentsObject(call.arguments) },
      ...(position === 0 && { thoughtSignature: `c2lnXw${index}` }),
    })),
  ];
}
