import { type CapState, describeReachedCap, findReachedCap } from "../usage/load-caps.ts";
import type { TurnBudget } from "./budget.ts";

const unpriced =
  "The price of this model is not known, so the monthly cost cap cannot be enforced. Set COPYDESK_PRICES, or remove the cap.";

/** Returns why no further step of this cost may be taken this month, or null. */
export function refuseByCap(
  states: readonly CapState[],
  { tokens, costUsd }: { tokens: number; costUsd: number | null },
): string | null {
  const capsCost = states.some(({ cap }) => cap.maxCostUsd !== undefined);
  if (capsCost && costUsd === null) return unpriced;
  const reached = findReachedCap(states, { tokens, costUsd: costUsd ?? 0 });
  return reached === null ? null : describeReachedCap(reached);
}

/** Reduces a turn's budget to what the month has left: for engines, whose single steps are not visible. */
export function fitBudget(budget: TurnBudget, states: readonly CapState[]): TurnBudget {
  const tokens = states.map((state) => (state.cap.maxTokens ?? Number.POSITIVE_INFINITY) - state.tokens);
  const cost = states.map((state) => (state.cap.maxCostUsd ?? Number.POSITIVE_INFINITY) - state.costUsd);
  return {
    ...budget,
    maxTokens: leastOf(budget.maxTokens, tokens),
    maxCostUsd: leastOf(budget.maxCostUsd, cost),
  };
}

function leastOf(own: number | null, left: readonly number[]): number | null {
  const least = Math.min(own ?? Number.POSITIVE_INFINITY, ...left);
  return Number.isFinite(least) ? Math.max(0, least) : null;
}
