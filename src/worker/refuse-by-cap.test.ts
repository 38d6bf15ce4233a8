import { expect, test } from "vitest";
import type { CapState } from "../usage/load-caps.ts";
import { fitBudget, refuseByCap } from "./refuse-by-cap.ts";

const state = (change: Partial<CapState>): CapState => ({
  ...{ of: "project", cap: {}, tokens: 0, costUsd: 0, resetSeconds: 60 },
  resetsAt: new Date("2026-12-01T00:00:00Z"),
  ...change,
});

test("a step of unknown price is refused only if the cost has a cap", () => {
  const next = { tokens: 10, costUsd: null };
  expect(refuseByCap([state({ cap: { maxCostUsd: 5 } })], next)).toContain("COPYDESK_PRICES");
  expect(refuseByCap([state({ cap: { maxTokens: 5_000 } })], next)).toBeNull();
  expect(refuseByCap([state({ cap: { maxTokens: 9 } })], next)).toContain("monthly cap");
});

test("an engine gets the rest of the tightest monthly cap, and never more than the turn's budget", () => {
  const budget = { maxSteps: 9, maxTokens: 1_000, maxCostUsd: null, timeoutSeconds: 60 };
  const caps = [
    state({ cap: { maxTokens: 5_000, maxCostUsd: 3 }, tokens: 4_100, costUsd: 1 }),
    state({ of: "key", cap: { maxCostUsd: 2.5 }, costUsd: 1 }),
  ];
  expect(fitBudget(budget, caps)).toEqual({ ...budget, maxTokens: 900, maxCostUsd: 1.5 });
  expect(fitBudget(budget, [state({})])).toEqual(budget);
});
