import type { OutcomeMonth } from "../../api/outcomes.ts";

export interface MonthPoint {
  month: string;
  /** Share of merged pull requests among those that have ended, in per cent; null if none has. */
  mergedShare: number | null;
  merged: number;
  closed: number;
  open: number;
  hoursToMerge: number | null;
  reworkTurns: number;
  costPerMerged: number | null;
  findingsFixed: number;
}

/**
 * Returns one point for each month from the first to the last, including months without jobs, as the time
 * axis has no gaps.
 */
export function monthSeries(months: readonly OutcomeMonth[]): MonthPoint[] {
  const sorted = [...months].sort((one, other) => one.month.localeCompare(other.month));
  const found = new Map(sorted.map((month) => [month.month, month]));
  const [first, last] = [sorted[0]?.month, sorted.at(-1)?.month];
  if (first === undefined || last === undefined) return [];
  const points: MonthPoint[] = [];
  for (let month = first; month <= last; month = nextMonth(month))
    points.push(toPoint(month, found.get(month)));
  return points;
}

export interface OutcomeTotals {
  jobs: number;
  merged: number;
  mergedShare: number | null;
  reworkPerJob: number | null;
  costUsd: number | null;
  costPerMerged: number | null;
  findingsFixed: number;
}

export function outcomeTotals(months: readonly OutcomeMonth[]): OutcomeTotals {
  const sum = (of: (month: OutcomeMonth) => number) => months.reduce((total, month) => total + of(month), 0);
  const [jobs, merged, ended] = [sum((m) => m.jobs), sum((m) => m.merged), sum((m) => m.merged + m.closed)];
  const known = months.filter(({ costUsd }) => costUsd !== null);
  const costUsd = known.length === 0 ? null : known.reduce((total, month) => total + (month.costUsd ?? 0), 0);
  return {
    jobs,
    merged,
    mergedShare: ended === 0 ? null : Math.round((100 * merged) / ended),
    reworkPerJob: jobs === 0 ? null : sum((m) => m.reworkTurns) / jobs,
    costUsd,
    costPerMerged: costUsd === null || merged === 0 ? null : costUsd / merged,
    findingsFixed: sum((m) => m.findingsFixed),
  };
}

function toPoint(month: string, outcome: OutcomeMonth | undefined): MonthPoint {
  const { merged = 0, closed = 0, open = 0, reworkTurns = 0, findingsFixed = 0 } = outcome ?? {};
  const ended = merged + closed;
  return {
    ...{ month, merged, closed, open, reworkTurns, findingsFixed },
    mergedShare: ended === 0 ? null : Math.round((100 * merged) / ended),
    hoursToMerge: outcome?.medianHoursToMerge ?? null,
    costPerMerged: outcome?.costPerMerged ?? null,
  };
}

/** Takes and returns `YYYY-MM`. */
export function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const next = number === 12 ? [year + 1, 1] : [year, number + 1];
  return `${next[0]}-${String(next[1]).padStart(2, "0")}`;
}
