import { describe, expect, it } from "vitest";
import { providerNames } from "../../schemas/providers.ts";
import type { StepUsage } from "../types.ts";
import { costOf, findPrice, type Prices, prices, pricesDate } from "./prices.ts";

const table: Prices = {
  "a/plain": { input: 1, cachedInput: 0.1, output: 10 },
  "a/writes": { input: 1, cachedInput: 0.1, cacheWrite: 1.25, output: 10 },
  "a/tiers": {
    ...{ input: 1, cachedInput: 0.1, output: 10 },
    longInput: { above: 200_000, input: 2, cachedInput: 0.2, output: 20 },
  },
  "a/own-2025-01-01": { input: 7, cachedInput: 7, output: 7 },
  "a/own": { input: 1, cachedInput: 1, output: 1 },
};

function usage(
  inputTokens: number,
  cachedInputTokens = 0,
  cacheWriteTokens = 0,
  outputTokens = 0,
): StepUsage {
  return { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens };
}

const costs: [title: string, model: string, usage: StepUsage, cost: number | null][] = [
  ["input and output apart", "a/plain", usage(1_000_000, 0, 0, 100_000), 2],
  ["cached tokens as a part of the input", "a/plain", usage(1_000_000, 900_000), 0.19],
  ["written tokens as input where nothing else is said", "a/plain", usage(1_000_000, 0, 500_000), 1],
  ["written tokens at their own price", "a/writes", usage(1_000_000, 400_000, 400_000), 0.2 + 0.04 + 0.5],
  ["a long input just below", "a/tiers", usage(200_000, 0, 0, 1_000), 0.2 + 0.01],
  ["a long input beyond, output too", "a/tiers", usage(200_001, 100_000, 0, 1_000), 0.200_002 + 0.02 + 0.02],
  ["a snapshot with the date in one piece", "a/plain-20250929", usage(1_000_000), 1],
  ["a snapshot with a date in parts", "a/plain-2025-08-07", usage(1_000_000), 1],
  ["a snapshot with a price of its own", "a/own-2025-01-01", usage(1_000_000), 7],
  ["another snapshot of it", "a/own-2025-02-02", usage(1_000_000), 1],
  ["a longer name", "a/plain-mini", usage(1_000_000), null],
  ["a shorter name", "a/plai", usage(1_000_000), null],
  ["the same name elsewhere", "b/plain", usage(1_000_000), null],
  ["a name that every object knows", "toString", usage(1), null],
  ["more cached tokens than input", "a/plain", usage(100, 200), 0.000_02],
];

describe("costOf", () => {
  it.each(costs)("counts %s", (_title, model, given, cost) => {
    const result = costOf(table, model, given);
    if (cost === null) expect(result).toBeNull();
    else expect(result).toBeCloseTo(cost, 10);
  });

  it("reports no cost for chores", () => {
    expect(costOf(prices, "copydesk/chores", usage(1_000_000, 0, 0, 1_000_000))).toBe(0);
  });
});

describe("the table of prices", () => {
  it.each(Object.entries(prices))("is plausible for %s", (name, price) => {
    const [provider] = name.split("/");
    expect(["copydesk", ...providerNames]).toContain(provider);
    for (const rates of [price, price.longInput ?? price]) {
      expect(rates.cachedInput).toBeLessThanOrEqual(rates.input);
      expect(rates.input).toBeLessThanOrEqual(rates.output);
      expect(rates.cacheWrite ?? rates.input).toBeGreaterThanOrEqual(rates.input);
    }
    if (price.longInput) expect(price.longInput.input).toBeGreaterThan(price.input);
  });

  it("knows dated snapshots of its models, and its own date", () => {
    expect(findPrice(prices, "anthropic/claude-sonnet-4-5-20250929")).toBe(
      prices["anthropic/claude-sonnet-4-5"],
    );
    expect(pricesDate).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });
});
