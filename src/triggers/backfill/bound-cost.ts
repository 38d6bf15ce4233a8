/**
 * What so many jobs are likely to cost together, by what the project's jobs have cost; null when none is
 * known.
 */
export interface CostBounds {
  lowUsd: number;
  highUsd: number;
  /** Of how many jobs the costs are known. */
  from: number;
}

/** From the tenth to the ninetieth part of the known costs, times the number of jobs. */
export function boundCost(jobs: number, costs: readonly (number | null)[]): CostBounds | null {
  const known = costs.filter((cost) => cost !== null).sort((one, other) => one - other);
  if (known.length === 0) return null;
  const at = (part: number) => known[Math.round((known.length - 1) * part)]!;
  return { lowUsd: jobs * at(0.1), highUsd: jobs * at(0.9), from: known.length };
}
