import type { ModelMessage } from "ai";

/**
 * The calls of an answer and the message that goes back to the model. Some servers give two calls the same
 * id, and answers that were cut have arguments that are no object; both would make every later request of the
 * conversation invalid.
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
