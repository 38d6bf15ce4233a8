import type { BudgetMax } from "../jobs/assert-budget.ts";
import type { Budget } from "../jobs/record.ts";
import type { ProjectSettings } from "../store/schema.ts";

/** What one turn of a job may use at most; null where there is no limit. */
export type TurnBudget = BudgetMax;

const stepsDefault = 200;
const timeoutSecondsDefault = 30 * 60;

/** The job's own budget, else the project's, else the default; never above what the instance allows. */
export function readBudget(
  { budget, settings }: { budget: Budget; settings: ProjectSettings },
  max: TurnBudget,
): TurnBudget {
  const wanted = { ...settings.budget, ...budget };
  return {
    maxSteps: Math.min(wanted.maxSteps ?? stepsDefault, max.maxSteps),
    maxTokens: smaller(wanted.maxTokens ?? null, max.maxTokens),
    maxCostUsd: smaller(wanted.maxCostUsd ?? null, max.maxCostUsd),
    timeoutSeconds: Math.min(wanted.timeoutSeconds ?? timeoutSecondsDefault, max.timeoutSeconds),
  };
}

function smaller(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.min(a, b);
}
