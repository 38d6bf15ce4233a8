import { setTimeout as wait } from "node:timers/promises";
import { isUncertain } from "./to-host-error.ts";
import type { PullRequestRef } from "./types.ts";

export interface OpenSteps {
  find(): Promise<PullRequestRef | null>;
  create(): Promise<PullRequestRef>;
  /** True if the host reported that the pull request already exists. */
  isDuplicate(error: unknown): boolean;
  sleep?(ms: number, signal?: AbortSignal): Promise<void>;
  signal?: AbortSignal;
}

const pausesMs = [500, 2_000, 5_000];

/**
 * Opens a pull request exactly once. If an error leaves open whether it was created, or the host reports a
 * duplicate, looks for it before trying again. Returns the pull request and whether it already existed.
 * Throws whatever `create` threw.
 */
export async function openOnce(steps: OpenSteps): Promise<{ pullRequest: PullRequestRef; adopted: boolean }> {
  const sleep = steps.sleep ?? ((ms, signal) => wait(ms, undefined, { signal }));
  for (let attempt = 0; ; attempt += 1) {
    try {
      return { pullRequest: await steps.create(), adopted: false };
    } catch (error) {
      const isDuplicate = steps.isDuplicate(error);
      if (!isDuplicate && !isUncertain(error)) throw error;
      const pauseMs = pausesMs[attempt];
      if (pauseMs !== undefined && !isDuplicate) await sleep(pauseMs, steps.signal);
      const found = await steps.find();
      if (found !== null) return { pullRequest: found, adopted: true };
      if (pauseMs === undefined) throw error;
      // Some hosts list a new pull request only after a moment.
      if (isDuplicate) await sleep(pauseMs, steps.signal);
    }
  }
}
