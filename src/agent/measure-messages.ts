import type { ModelMessage } from "ai";

/**
 * Counts the characters of texts, arguments and results in a conversation, to which its tokens are
 * proportional.
 */
export function measureMessages(messages: readonly ModelMessage[]): number {
  let characters = 0;
  for (const { content } of messages) {
    if (typeof content === "string") characters += content.length;
    else for (const part of content) characters += measurePart(part);
  }
  return characters;
}

function measurePart(part: object): number {
  if ("text" in part) return String(part.text).length;
  if ("output" in part) return resultText(part).length;
  return "input" in part ? JSON.stringify(part.input ?? null).length : 0;
}

/** Returns the text of a tool result; "" for any other part. */
export function resultText(part: object): string {
  if (!("output" in part)) return "";
  const { value } = part.output as { value?: unknown };
  return typeof value === "string" ? value : JSON.stringify(value ?? "");
}
