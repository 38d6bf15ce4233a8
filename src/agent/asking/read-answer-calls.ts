import type { ModelMessage } from "ai";

/**
 * Returns the calls of an answer and the message to send back to the model. Fixes duplicate ids, which some
 * servers produce, and arguments of truncated answers that are not objects; both would invalidate every later
 * request.
 */
export function readAnswerCalls(
  toolCalls: readonly { toolCallId: string; toolName: string; input: unknown }[],
  message: ModelMessage,
): { calls: { id: string; name: string; input: unknown }[]; message: ModelMessage } {
  const calls = toolCalls.map(({ toolName, input }, index) => ({
    id: uniqueId(toolCalls, index),
    name: toolName,
    input,
  }));
  if (message.role !== "assistant" || typeof message.content === "string") return { calls, message };
  let next = 0;
  const content = message.content.map((part) => {
    if (part.type !== "tool-call") return part;
    const toolCallId = calls[next++]?.id ?? part.toolCallId;
    return { ...part, toolCallId, input: asObject(part.input) };
  });
  return { calls, message: { ...message, content } };
}

function uniqueId(toolCalls: readonly { toolCallId: string }[], index: number): string {
  const { toolCallId } = toolCalls[index]!;
  const isTaken = toolCalls.slice(0, index).some((other) => other.toolCallId === toolCallId);
  return isTaken ? `${toolCallId}_${index}` : toolCallId;
}

function asObject(input: unknown): object {
  return typeof input === "object" && input !== null && !Array.isArray(input) ? input : {};
}
