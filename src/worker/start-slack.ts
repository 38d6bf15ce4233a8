import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../log.ts";
import { dropOldSlack } from "../slack/drop-old-slack.ts";
import { handleSlack, type SlackDeps } from "../slack/handle-slack.ts";
import { tellOutcomes } from "../slack/tell-outcomes.ts";
import { oneAtATime } from "./one-at-a-time.ts";

const closingMs = 5_000;

/** Looks after what people ask for in Slack, and tells them how it ended, until closed. */
export function startSlack(deps: SlackDeps & { log: Log }): { close(): Promise<void> } {
  const { database, log } = deps;
  const closing = new AbortController();
  const { signal } = closing;
  const steps = [
    () => handleSlack(deps, signal),
    () => tellOutcomes(deps, signal),
    () => dropOldSlack(database),
  ];
  const work = oneAtATime(async () => {
    for (const step of steps) {
      if (signal.aborted) return;
      await step().catch((error: unknown) => log.warn({ err: error }, "slack"));
    }
  });
  const stopPulse = database.pulse.onDue("slack", work.run);
  return {
    async close() {
      stopPulse();
      closing.abort();
      await Promise.race([work.idle(), sleep(closingMs, undefined, { ref: false })]);
    },
  };
}
