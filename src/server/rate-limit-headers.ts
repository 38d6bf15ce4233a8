import type { Uses } from "../jobs/new-job.ts";

/** `t` is the number of seconds until one more use is free. */
export function rateLimitHeaders({ policy, limit, left, resetSeconds }: Uses): Record<string, string> {
  return {
    "ratelimit-policy": `"${policy}";q=${limit};w=3600`,
    ratelimit: `"${policy}";r=${left};t=${resetSeconds}`,
  };
}
