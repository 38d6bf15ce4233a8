import { setTimeout as sleep } from "node:timers/promises";
import { feedbackChannel } from "../store/feedback/feedback-channel.ts";
import { listen } from "../store/listen.ts";
import { admitWaiting } from "../store/worker/admit-waiting.ts";
import { type DeletionDeps, deleteMergedBranches } from "./delete-merged-branches.ts";
import { type FeedbackDeps, handleFeedback } from "./handle-feedback.ts";

export interface RunningFeedback {
  close(): Promise<void>;
}

const pollMs = 1_000;
const deletionsMs = 10_000;
/** A host that does not even end its answer when told to must not keep the service from ending. */
const closingMs = 5_000;

/**
 * Looks after what code hosts have told until closed: feedback, jobs that may go on now, branches at their end. Woken by NOTIFY, and
 * by time in case a notification was lost.
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
  const timers = [setInterval(feedback.run, pollMs), setInterval(deletions.run, deletionsMs)];
  return {
    async close() {
      for (const timer of timers) clearInterval(timer);
      closing.abort();
      await listener.close();
      const idle = Promise.all(works.map((work) => work.idle()));
      await Promise.race([idle, sleep(closingMs, undefined, { ref: false })]);
    },
  };
}

/** Runs the work once more after a run during which it was asked for again. The work never rejects. */
function oneAtATime(work: () => Promise<unknown>) {
  let running: Promise<void> | null = null;
  let again = false;
  async function repeat(): Promise<void> {
    do {
      again = false;
      await work();
    } while (again);
    running = null;
  }
  return {
    run(): void {
      again = true;
      running ??= repeat();
    },
    idle: async (): Promise<void> => void (await running),
  };
}
