/** Expected total cost of a number of jobs, based on the project's past jobs; null if no cost is known. */
export interface CostBounds {
  lowUsd: number;
  highUsd: number;
  /** Number of jobs whose costs are known. */
  from: number;
}

/** Multiplies the 10th and the 90th percentile of the known costs by the number of jobs. */
export function boundCost(jobs: number, costs: readonly (number | null)[]): CostBounds | null {
  const known = costs.filter((cost) => cost !== null).sort((one, other) => one - other);
  if (known.length === 0) return null;
  const at = (part: number) => known[Math.round((known.length - 1) * part)]!;
  return { lowUsd: jobs * at(0.1), highUsd: jobs * at(0.9), from: known.length };
}
