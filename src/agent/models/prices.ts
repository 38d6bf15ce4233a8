import type { StepUsage } from "../types.ts";

/** US dollars per million tokens. */
interface TokenPrice {
  input: number;
  /** Price of tokens read from the provider's cache. */
  cachedInput: number;
  /** Price of tokens written to it; defaults to `input`. */
  cacheWrite?: number;
  output: number;
}

interface ModelPrice extends TokenPrice {
  /** Applies to all tokens of a call with more than `above` input tokens. */
  longInput?: TokenPrice & { above: number };
}

/** `provider/name` → price. */
export type Prices = Record<string, ModelPrice>;

/** Date on which the table was compared with its sources. It has no unconfirmed prices. */
export const pricesDate = "2026-11-21";

const opus = { input: 5, cachedInput: 0.5, cacheWrite: 6.25, output: 25 };
const sonnet = { input: 3, cachedInput: 0.3, cacheWrite: 3.75, output: 15 };

export const prices: Prices = {
  "copydesk/chores": { input: 0, cachedInput: 0, output: 0 },

  // https://platform.claude.com/docs/en/about-claude/pricing: cache writes are those for 5 minutes.
  "anthropic/claude-fable-5-1": { input: 10, cachedInput: 0.25, cacheWrite: 12.5, output: 50 },
  "anthropic/claude-fable-5": { input: 10, cachedInput: 1, cacheWrite: 12.5, output: 50 },
  "anthropic/claude-opus-5-5": { input: 4, cachedInput: 0.2, cacheWrite: 5, output: 20 },
  "anthropic/claude-opus-5": opus,
  "anthropic/claude-opus-4-8": opus,
  "anthropic/claude-opus-4-7": opus,
  "anthropic/claude-opus-4-6": opus,
  "anthropic/claude-opus-4-5": opus,
  "anthropic/claude-opus-4-1": { input: 15, cachedInput: 1.5, cacheWrite: 18.75, output: 75 },
  "anthropic/claude-sonnet-5-5": { input: 2, cachedInput: 0.1, cacheWrite: 2.5, output: 10 },
  "anthropic/claude-sonnet-5": { input: 2, cachedInput: 0.2, cacheWrite: 2.5, output: 10 },
  "anthropic/claude-sonnet-4-6": sonnet,
  "anthropic/claude-sonnet-4-5": sonnet,
  "anthropic/claude-haiku-5-5": {
    ...{ input: 0.1, cachedInput: 0.01, cacheWrite: 0.125, output: 0.5 },
    longInput: { above: 100_000, input: 0.5, cachedInput: 0.05, cacheWrite: 0.625, output: 2.5 },
  },
  "anthropic/claude-haiku-4-5": { input: 1, cachedInput: 0.1, cacheWrite: 1.25, output: 5 },

  // https://developers.openai.com/api/docs/pricing and
  // https://docs.github.com/copilot/reference/copilot-billing/models-and-pricing
  "openai/gpt-5.6-sol": {
    ...{ input: 5, cachedInput: 0.5, cacheWrite: 6.25, output: 30 },
    longInput: { above: 272_000, input: 10, cachedInput: 1, cacheWrite: 12.5, output: 45 },
  },
  "openai/gpt-5.6-terra": {
    ...{ input: 2, cachedInput: 0.2, cacheWrite: 2.5, output: 12 },
    longInput: { above: 272_000, input: 4, cachedInput: 0.4, cacheWrite: 5, output: 18 },
  },
  "openai/gpt-5.5": {
    ...{ input: 5, cachedInput: 0.5, output: 30 },
    longInput: { above: 272_000, input: 10, cachedInput: 1, output: 45 },
  },
  "openai/gpt-5.4": {
    ...{ input: 2.5, cachedInput: 0.25, output: 15 },
    longInput: { above: 272_000, input: 5, cachedInput: 0.5, output: 22.5 },
  },
  "openai/gpt-5.4-mini": { input: 0.75, cachedInput: 0.075, output: 4.5 },
  "openai/gpt-5.4-nano": { input: 0.2, cachedInput: 0.02, output: 1.25 },
  "openai/gpt-5.3-codex": { input: 1.75, cachedInput: 0.175, output: 14 },
  "openai/gpt-5.2": { input: 1.75, cachedInput: 0.175, output: 14 },
  "openai/gpt-5.1": { input: 1.25, cachedInput: 0.125, output: 10 },
  "openai/gpt-5": { input: 1.25, cachedInput: 0.125, output: 10 },
  "openai/gpt-5-mini": { input: 0.25, cachedInput: 0.025, output: 2 },
  "openai/gpt-4.1": { input: 2, cachedInput: 0.5, output: 8 },

  // https://ai.google.dev/gemini-api/docs/pricing
  "google/gemini-3.1-pro-preview": {
    ...{ input: 2, cachedInput: 0.2, output: 12 },
    longInput: { above: 200_000, input: 4, cachedInput: 0.4, output: 18 },
  },
  "google/gemini-3.5-flash": { input: 1.5, cachedInput: 0.15, output: 9 },
  "google/gemini-2.5-pro": {
    ...{ input: 1.25, cachedInput: 0.125, output: 10 },
    longInput: { above: 200_000, input: 2.5, cachedInput: 0.25, output: 15 },
  },
  "google/gemini-2.5-flash": { input: 0.3, cachedInput: 0.03, output: 2.5 },
  "google/gemini-2.5-flash-lite": { input: 0.1, cachedInput: 0.01, output: 0.4 },
};

/** Returns the price of a model, or of the model whose dated snapshot it is; null if unknown. */
export function findPrice(table: Prices, model: string): ModelPrice | null {
  const base = model.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2})$/, "");
  const name = [model, base].find((candidate) => Object.hasOwn(table, candidate));
  return name === undefined ? null : table[name]!;
}

/** Returns the cost of one call in US dollars; null if the model's price is unknown. */
export function costOf(table: Prices, model: string, usage: StepUsage): number | null {
  const price = findPrice(table, model);
  if (price === null) return null;
  const { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens } = usage;
  const { longInput } = price;
  const rates = longInput !== undefined && inputTokens > longInput.above ? longInput : price;
  const plainTokens = Math.max(0, inputTokens - cachedInputTokens - cacheWriteTokens);
  const sum =
    plainTokens * rates.input +
    cachedInputTokens * rates.cachedInput +
    cacheWriteTokens * (rates.cacheWrite ?? rates.input) +
    outputTokens * rates.output;
  return sum / 1_000_000;
}
