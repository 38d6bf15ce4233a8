import type { ModelMessage, SystemModelMessage } from "ai";

const ephemeral = { cacheControl: { type: "ephemeral" } } as const;

/** From its last mark, Anthropic looks only 20 blocks back for a prefix that it knows. */
const blocksSeen = 18;

/**
 * Marks for Anthropic's cache: tools and system prompt, which are the same in every job; and the whole
 * request. Other providers find the longest known prefix themselves and ignore these.
 */
export const cacheOptions = { anthropic: ephemeral };

export function markSystem(text: string): SystemModelMessage {
  return { role: "system", content: text, providerOptions: cacheOptions };
}

/**
 * The messages, with one more mark where the request before this one ended when a step was so long that its
 * end would not be found otherwise. A mark is no part of the text that is compared.
 */
export function markLongStep(messages: readonly ModelMessage[]): ModelMessage[] {
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  const before = messages[last - 1];
  const blocks = messages.slice(last).reduce((sum, { content }) => sum + countBlocks(content), 0);
  if (before === undefined || blocks <= blocksSeen) return [...messages];
  const providerOptions = { ...before.providerOptions, ...cacheOptions };
  return messages.with(last - 1, { ...before, providerOptions });
}

function countBlocks(content: ModelMessage["content"]): number {
  return typeof content === "string" ? 1 : content.length;
}
