import type { BudgetMax } from "../jobs/assert-budget.ts";
import type { Budget } from "../jobs/record.ts";
import type { ProjectSettings } from "../store/project-settings.ts";

/** Limits for one turn of a job; null: no limit. */
export type TurnBudget = BudgetMax;

/**
 * For a turn whose tokens are paid for; docs/operating.md has the reasons. No cost limit, because not every
 * model has a price.
 */
const budgetDefault = { maxSteps: 100, maxTokens: 3_000_000, maxCostUsd: null, timeoutSeconds: 30 * 60 };
/** The built-in model costs nothing, and needs some hundred steps for a site of 10,000 pages. */
const builtInDefault = { ...budgetDefault, maxSteps: 1_000, maxTokens: null };

/** Returns the job's own budget, else the project's, else the default; never above the instance's limits. */
export function readBudget(
  { budget, settings, model }: { budget: Budget; settings: ProjectSettings; model: string },
  max: TurnBudget,
): TurnBudget {
  const isBuiltIn = model === "copydesk/chores" && settings.engine === undefined;
  const wanted = { ...(isBuiltIn ? builtInDefault : budgetDefault), ...settings.budget, ...budget };
  return {
    maxSteps: Math.min(wanted.maxSteps, max.maxSteps),
    maxTokens: smaller(wanted.maxTokens, max.maxTokens),
    maxCostUsd: smaller(wanted.maxCostUsd, max.maxCostUsd),
    timeoutSeconds: Math.min(wanted.timeoutSeconds, max.timeoutSeconds),
  };
}

function smaller(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.min(a, b);
}
