import type { ModelMessage } from "ai";

const ephemeral = { cacheControl: { type: "ephemeral" } } as const;

/** Anthropic searches only 20 blocks back from a mark for a cached prefix. */
const blocksSeen = 18;

/**
 * Marks for Anthropic's cache: on tools and system prompt, which are the same in every job, and on the whole
 * request. Other providers find the longest cached prefix themselves and ignore the marks.
 */
export const cacheOptions = { anthropic: ephemeral };

/**
 * Adds a mark at the end of the previous request if the step since was too long for it to be found otherwise.
 * Marks are not part of the compared text.
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
