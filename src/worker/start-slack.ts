import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../log.ts";
import { dropOldSlack } from "../slack/drop-old-slack.ts";
import { handleSlack, type SlackDeps } from "../slack/handle-slack.ts";
import { tellOutcomes } from "../slack/tell-outcomes.ts";
import { oneAtATime } from "./claims/one-at-a-time.ts";

const closingMs = 5_000;

/** Handles requests from Slack and reports their outcomes until closed. */
export function startSlack(deps: SlackDeps & { log: Log }): { close(): Promise<void> } {
  const { database, log } = deps;
  const closing = new AbortController();
  const { signal } = closing;
  const report = (error: unknown) => log.warn({ err: error }, "slack");
  const work = oneAtATime(async () => {
    await handleSlack(deps, signal).catch(report);
    if (!signal.aborted) await tellOutcomes(deps, signal).catch(report);
  });
  const drop = oneAtATime(() => dropOldSlack(database).catch(report));
  const pulses = [database.pulse.onDue("slack", work.run), database.pulse.onDue("retention", drop.run)];
  return {
    async close() {
      for (const stopPulse of pulses) stopPulse();
      closing.abort();
      const idle = Promise.all([work.idle(), drop.idle()]);
      await Promise.race([idle, sleep(closingMs, undefined, { ref: false })]);
    },
  };
}
