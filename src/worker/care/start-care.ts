import { setTimeout as sleep } from "node:timers/promises";
import { oneAtATime } from "../claims/one-at-a-time.ts";
import { careForPullRequests } from "./care-for-pull-requests.ts";
import type { CareDeps } from "./look.ts";

const closingMs = 5_000;

/** Takes care of open pull requests until closed; only one process at a time does so. */
export function startCare(deps: CareDeps): { close(): Promise<void> } {
  const closing = new AbortController();
  const { signal } = closing;
  const report = (error: unknown) => deps.log.warn({ err: error }, "open pull requests");
  const work = oneAtATime(() => careForPullRequests(deps, signal).catch(report));
  const stopPulse = deps.database.pulse.onDue("pull_request_care", work.run);
  return {
    async close() {
      stopPulse();
      closing.abort();
      await Promise.race([work.idle(), sleep(closingMs, undefined, { ref: false })]);
    },
  };
}
