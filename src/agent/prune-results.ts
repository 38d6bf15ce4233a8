import type { ModelMessage } from "ai";
import { resultText } from "./measure-messages.ts";

const keptMessages = 40;
const blockMessages = 10;

const removedResult = "[result removed; call again if needed]";

/**
 * Removes old tool results from a conversation that has grown too long. Removes many at once, so that the
 * provider's cached prefix changes rarely. Changes the messages in place; returns whether it did.
 */
export function pruneResults(messages: ModelMessage[]): boolean {
  const old = messages.slice(0, -keptMessages).filter(isUnpruned);
  if (old.length < blockMessages) return false;
  for (const message of old) removeResults(message);
  return true;
}

type ToolMessage = Extract<ModelMessage, { role: "tool" }>;

export function removeResults(message: ToolMessage): void {
  message.content = message.content.map((part) =>
    part.type === "tool-result" ? { ...part, output: { type: "text", value: removedResult } } : part,
  );
}

function isUnpruned(message: ModelMessage): message is ToolMessage {
  return (
    message.role === "tool" &&
    message.content.some((part) => part.type === "tool-result" && resultText(part) !== removedResult)
  );
}
