import type { MonthlyCap } from "../../store/project-settings.ts";
import { describeUse, type MonthlyUse } from "../../usage/load-caps.ts";

/** "5,000,000 tokens, $20.00" */
export function describeCap({ maxTokens, maxCostUsd }: MonthlyCap): string {
  const parts = [
    maxTokens !== undefined && `${maxTokens.toLocaleString("en-US")} tokens`,
    maxCostUsd !== undefined && `$${maxCostUsd.toFixed(2)}`,
  ];
  return parts.filter((part) => part !== false).join(", ") || "without cap";
}

/** "1,200,000 of 5,000,000 tokens and $3.10, until 2026-12-01" */
export function describeMonth(cap: MonthlyCap, { resetsAt, ...used }: MonthlyUse): string {
  const until = resetsAt === null ? "" : `, until ${resetsAt.slice(0, 10)}`;
  return `${describeUse({ cap, ...used })}${until}`;
}
