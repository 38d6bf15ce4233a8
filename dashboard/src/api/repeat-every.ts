import { isProblem } from "./problem-error.ts";

/** What a query reports of its last request, as far as repeating it depends on that. */
interface LastRequest {
  state: { error: Error | null };
}

/**
 * Returns a `refetchInterval` in milliseconds. A request that the service refused for what it contains, such
 * as a filter with an invalid date, would be refused again: it is not repeated.
 */
export function repeatEvery(everyMs: number | undefined): (query: LastRequest) => number | false {
  return ({ state: { error } }) =>
    everyMs === undefined || (isProblem(error) && (error.status === 400 || error.status === 422))
      ? false
      : everyMs;
}
