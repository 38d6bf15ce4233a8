import { generateText, type ModelMessage, type ToolSet } from "ai";
import { describeModelError } from "./describe-model-error.ts";
import { systemPrompt } from "./prompt.ts";
import type { AgentRun, StepUsage } from "./types.ts";

const retriesMax = 3;

export interface ModelToolCall {
  id: string;
  name: string;
  input: unknown;
}

export interface ModelAnswer {
  text: string;
  toolCalls: ModelToolCall[];
  finishReason: string;
  usage: StepUsage;
  durationMs: number;
  /** As it is sent back to the model. */
  message: ModelMessage;
  /** The built-in model says so when an instruction is beyond it. */
  isNotUnderstood: boolean;
}

/** One model call, with its retries. Answers the reason when the model fails; throws only the reason of an abort. */
export async function askModel(
  { model, signal }: Pick<AgentRun, "model" | "signal">,
  messages: ModelMessage[],
  tools: ToolSet,
): Promise<ModelAnswer | { error: string }> {
  const startedAt = performance.now();
  try {
    const result = await generateText({
      model,
      instructions: systemPrompt,
      messages,
      tools,
      maxRetries: retriesMax,
      abortSignal: signal,
      // One mark for the whole prompt: the provider caches the longest prefix that it has seen. Others ignore it.
      providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } },
    });
    const { text, toolCalls, finishReason, usage } = result;
    return {
      text,
      toolCalls: toolCalls.map(({ toolCallId, toolName, input }) => ({
        id: toolCallId,
        name: toolName,
        input,
      })),
      finishReason,
      usage: {
        inputTokens: usage.inputTokens ?? 0,
        cachedInputTokens: usage.inputTokenDetails?.cacheReadTokens ?? 0,
        outputTokens: usage.outputTokens ?? 0,
      },
      durationMs: Math.round(performance.now() - startedAt),
      message: assistantMessage(result.response.messages),
      isNotUnderstood: result.providerMetadata?.copydesk?.notUnderstood === true,
    };
  } catch (error) {
    signal.throwIfAborted();
    return { error: describeModelError(error) };
  }
}

/** Results of calls that the SDK could not read are left out: every call is answered by the loop. */
function assistantMessage(messages: readonly ModelMessage[]): ModelMessage {
  const message = messages.find(({ role }) => role === "assistant");
  return message ?? { role: "assistant", content: [{ type: "text", text: "(empty answer)" }] };
}
