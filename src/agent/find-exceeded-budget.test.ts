import { describe, expect, test } from "vitest";
import type { Conversation } from "./conversation.ts";
import { findExceededBudget } from "./find-exceeded-budget.ts";
import type { AgentBudget, StepUsage } from "./types.ts";

const none: AgentBudget = { maxSteps: 10, maxTokens: null, maxCostUsd: null };
const perToken = ({ inputTokens, cachedInputTokens, outputTokens }: StepUsage) =>
  (inputTokens - cachedInputTokens) * 0.001 + cachedInputTokens * 0.0001 + outputTokens * 0.01;
const answered: StepUsage = {
  inputTokens: 100,
  cachedInputTokens: 80,
  cacheWriteTokens: 0,
  outputTokens: 10,
};

function state(budget: Partial<AgentBudget>, soFar: Partial<Conversation> = {}): Conversation {
  const costOf = (soFar as { unpriced?: true }).unpriced ? () => null : perToken;
  return {
    run: { budget: { ...none, ...budget }, costOf },
    steps: 0,
    tokens: 0,
    costUsd: 0,
    last: null,
    ...soFar,
  } as unknown as Conversation;
}

const spent = (tokens: number, costUsd: number | null = 0) => ({
  steps: 1,
  tokens,
  costUsd,
  last: { usage: answered, characters: 400 },
});

describe("a step", () => {
  test.each([
    ["the first, whatever the limits", state({ maxSteps: 1, maxTokens: 1, maxCostUsd: 0.0001 })],
    ["one that fits exactly", state({ maxTokens: 220 }, spent(110))],
    ["one whose likely cost fits", state({ maxCostUsd: 1 }, spent(110, 0.96))],
  ])("may begin: %s", (_, conversation) => {
    expect(findExceededBudget(conversation)).toBeNull();
  });

  test.each([
    ["the steps are used up", state({ maxSteps: 1 }, spent(110)), /its 1 steps/],
    ["it would go over the tokens", state({ maxTokens: 219 }, spent(110)), /110 of at most 219 tokens/],
    ["it would go over the cost", state({ maxCostUsd: 1 }, spent(110, 0.97)), /\$0\.9700 of at most \$1\.00/],
    ["a step before it had no price", state({ maxCostUsd: 1 }, spent(110, null)), /price of this model/],
    [
      "the model has no price, before anything is spent",
      state({ maxCostUsd: 1 }, { unpriced: true } as Partial<Conversation>),
      /COPYDESK_PRICES/,
    ],
  ])("may not begin if %s", (_, conversation, message) => {
    expect(findExceededBudget(conversation)).toMatch(message);
  });
});
