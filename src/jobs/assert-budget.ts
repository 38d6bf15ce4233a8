import { invalidRequest } from "../schemas/parse-input.ts";
import type { Budget } from "./record.ts";

/** The instance's limits for any turn of a job; null: no limit. */
export interface BudgetMax {
  maxSteps: number;
  maxTokens: number | null;
  maxCostUsd: number | null;
  timeoutSeconds: number;
}

/** Throws `invalid_request` that names every limit above the instance's. */
export function assertBudget(max: BudgetMax, budget: Budget): void {
  const keys = ["maxSteps", "maxTokens", "maxCostUsd", "timeoutSeconds"] as const;
  const problems = keys.flatMap((key) => {
    const [wanted, allowed] = [budget[key], max[key]];
    if (wanted === undefined || allowed === null || wanted <= allowed) return [];
    return [
      { path: `budget.${key}`, message: `must be at most ${allowed}, which is what this service allows` },
    ];
  });
  if (problems.length > 0) throw invalidRequest(problems);
}
