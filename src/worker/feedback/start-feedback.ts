import { setTimeout as sleep } from "node:timers/promises";
import { admitWaiting } from "../../jobs/lease/admit-waiting.ts";
import { feedbackChannel } from "../../store/channels.ts";
import { listen } from "../../store/listen.ts";
import { oneAtATime } from "../claims/one-at-a-time.ts";
import { type DeletionDeps, deleteMergedBranches } from "./delete-merged-branches.ts";
import { type FeedbackDeps, handleFeedback } from "./handle-feedback.ts";

interface RunningFeedback {
  close(): Promise<void>;
}

/** Time limit: a host that does not end its response must not keep the service from ending. */
const closingMs = 5_000;

/**
 * Handles what code hosts have reported until closed: feedback, jobs that may continue, branches of ended
 * pull requests. Woken by NOTIFY, and by the pulse in case a notification was lost.
 */
export function startFeedback(deps: FeedbackDeps & DeletionDeps): RunningFeedback {
  const closing = new AbortController();
  const { signal } = closing;
  const report = (what: string) => (error: unknown) => deps.log.warn({ err: error }, what);
  const feedback = oneAtATime(() => handleFeedback(deps, signal).catch(report("feedback")));
  const deletions = oneAtATime(() => deleteMergedBranches(deps, signal).catch(report("branches to delete")));
  const admit = oneAtATime(() => admitWaiting(deps).catch(report("waiting jobs")));
  const works = [feedback, deletions, admit];
  const wake = () => void works.map((work) => work.run());
  const listener = listen(deps.database, feedbackChannel, wake, wake);
  const { pulse } = deps.database;
  const stopPulse = [pulse.onDue("feedback", feedback.run), pulse.onDue("branch_deletions", deletions.run)];
  return {
    async close() {
      for (const stop of stopPulse) stop();
      closing.abort();
      await listener.close();
      const idle = Promise.all(works.map((work) => work.idle()));
      await Promise.race([idle, sleep(closingMs, undefined, { ref: false })]);
    },
  };
}
