import { InvalidResponseDataError } from "@ai-sdk/provider";
import type { ModelMessage } from "ai";
import { maskCredentials } from "../outgoing/mask-credentials.ts";
import { observe } from "../telemetry/observe.ts";
import { callProvider, type ProviderAnswer } from "./asking/call-provider.ts";
import { cacheOptions, markLongStep } from "./asking/mark-cache.ts";
import { readAnswerCalls } from "./asking/read-answer-calls.ts";
import { type RetryOptions, retryModelCall } from "./asking/retry-model-call.ts";
import { describeModelError } from "./describe-model-error.ts";
import { systemPrompt } from "./prompt.ts";
import type { ToolDescription } from "./tool-definitions.ts";
import { cutCharacters, oneLine } from "./tools/cut-text.ts";
import type { AgentRun, StepUsage } from "./types.ts";

const refusalCharactersMax = 300;

export interface ModelToolCall {
  id: string;
  name: string;
  input: unknown;
  /** Why the call is not run. */
  refused?: string;
}

export interface ModelAnswer {
  text: string;
  toolCalls: ModelToolCall[];
  finishReason: string;
  usage: StepUsage;
  durationMs: number;
  /** The message as it is sent back to the model. */
  message: ModelMessage;
  /** Set by the built-in model if it does not understand the instruction. */
  isNotUnderstood: boolean;
}

/** Why there is no answer, in the provider's own words, with secrets masked. */
interface ModelFault {
  error: string;
  kind: "context_overflow" | "refused" | "failed";
  attempts: number;
}

export interface ModelCall extends Pick<AgentRun, "model">, RetryOptions {
  /**
   * The same for every attempt, so that a gateway that supports `Idempotency-Key` can return the first answer
   * again.
   */
  callId?: string;
  maxOutputTokens?: number;
}

/**
 * Calls the model once, with retries. Returns the reason if the model fails; throws only the reason of an
 * abort.
 */
export async function askModel(
  call: ModelCall,
  messages: ModelMessage[],
  tools: ToolDescription[],
): Promise<ModelAnswer | ModelFault> {
  return await observe("model_call", nameOf(call.model), async (tell) => {
    const answer = await ask(call, messages, tools);
    const isAnswered = !("error" in answer);
    const { inputTokens = 0, outputTokens = 0 } = "error" in answer ? {} : answer.usage;
    tell({
      outcome: isAnswered ? "answered" : "failed",
      attempts: answer.attempts,
      inputTokens,
      outputTokens,
    });
    return answer;
  });
}

function nameOf(model: ModelCall["model"]): { provider: string; model: string } {
  // The SDK's name includes the interface: "openai.responses".
  const provider = model.provider.split(".", 1)[0]!;
  return { provider, model: `${provider}/${model.modelId}` };
}

async function ask(
  call: ModelCall,
  messages: ModelMessage[],
  tools: ToolDescription[],
): Promise<(ModelAnswer & { attempts: number }) | ModelFault> {
  const startedAt = performance.now();
  const outcome = await retryModelCall(call, (signal) => generate(call, messages, tools, signal));
  const { attempts } = outcome;
  if ("failure" in outcome) {
    const { failure, verdict } = outcome;
    return { error: describeModelError(failure, attempts), kind: verdict.kind, attempts };
  }
  const { value: result } = outcome;
  if (result.rawFinishReason === "model_context_window_exceeded") {
    return { error: "The conversation fills the model's window.", kind: "context_overflow", attempts };
  }
  if (result.finishReason === "content-filter") {
    return { error: describeRefusal(result), kind: "refused", attempts };
  }
  const { calls, message } = readAnswerCalls(result.toolCalls, result.message ?? emptyAnswer);
  return {
    text: result.text,
    toolCalls: calls,
    finishReason: result.finishReason,
    usage: toStepUsage(result.usage),
    durationMs: Math.round(performance.now() - startedAt),
    message,
    isNotUnderstood: result.providerMetadata?.copydesk?.notUnderstood === true,
    attempts,
  };
}

async function generate(
  call: ModelCall,
  messages: ModelMessage[],
  tools: ToolDescription[],
  signal: AbortSignal,
) {
  const { model, callId, maxOutputTokens } = call;
  const result = await callProvider(model, {
    system: systemPrompt,
    systemOptions: cacheOptions,
    messages: markLongStep(messages),
    tools,
    maxOutputTokens,
    abortSignal: signal,
    headers: callId === undefined ? {} : { "idempotency-key": callId },
    // Nothing is stored at the provider: reasoning from earlier steps comes back encrypted and is sent again.
    providerOptions: { ...cacheOptions, openai: { store: false } },
  });
  const { finishReason, rawFinishReason, isEmpty } = result;
  if (finishReason === "error" || (isEmpty && finishReason === "other")) {
    throw new InvalidResponseDataError({
      data: null,
      message: `the answer is empty and ended with ${rawFinishReason ?? "no reason"}`,
    });
  }
  return result;
}

function toStepUsage({ inputTokens, outputTokens }: ProviderAnswer["usage"]): StepUsage {
  return {
    inputTokens: inputTokens.total ?? 0,
    cachedInputTokens: inputTokens.cacheRead ?? 0,
    cacheWriteTokens: inputTokens.cacheWrite ?? 0,
    outputTokens: outputTokens.total ?? 0,
  };
}

function describeRefusal({ text, rawFinishReason }: ProviderAnswer): string {
  const words = cutCharacters(maskCredentials(oneLine(text)), refusalCharactersMax);
  const reason = rawFinishReason === undefined ? "" : ` (${rawFinishReason})`;
  return `The model's provider refused to answer this conversation${reason}${words === "" ? "." : `: ${words}`}`;
}

const emptyAnswer: ModelMessage = { role: "assistant", content: [{ type: "text", text: "(empty answer)" }] };
