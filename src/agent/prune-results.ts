import type { ModelMessage } from "ai";

const charactersMax = 400_000;
const keptMessages = 40;
const blockMessages = 10;
const placeholder = "[result removed; call again if needed]";

/**
 * Takes old tool results out of a conversation that has grown too long, many at once, so that a provider's cache of the start is
 * lost rarely. Changes the messages in place.
 */
export function pruneResults(messages: ModelMessage[]): void {
  if (charactersOf(messages) <= charactersMax) return;
  const old = messages.slice(0, -keptMessages).filter(isUnpruned);
  if (old.length < blockMessages) return;
  for (const message of old) {
    message.content = message.content.map((part) =>
      part.type === "tool-result" ? { ...part, output: { type: "text", value: placeholder } } : part,
    );
  }
}

type ToolMessage = Extract<ModelMessage, { role: "tool" }>;

function isUnpruned(message: ModelMessage): message is ToolMessage {
  return message.role === "tool" && message.content.some((part) => resultText(part) !== placeholder);
}

function charactersOf(messages: readonly ModelMessage[]): number {
  let characters = 0;
  for (const { content } of messages) {
    if (typeof content === "string") characters += content.length;
    else for (const part of content) characters += partCharacters(part);
  }
  return characters;
}

function partCharacters(part: object): number {
  if ("text" in part) return String(part.text).length;
  if ("output" in part) return resultText(part).length;
  return "input" in part ? JSON.stringify(part.input ?? null).length : 0;
}

function resultText(part: object): string {
  if (!("output" in part)) return placeholder;
  const { value } = part.output as { value?: unknown };
  return typeof value === "string" ? value : JSON.stringify(value ?? "");
}
