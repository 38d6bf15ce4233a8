import { setTimeout as wait } from "node:timers/promises";
import { isUncertain } from "./to-host-error.ts";
import type { PullRequestRef } from "./types.ts";

export interface OpenSteps {
  find(): Promise<PullRequestRef | null>;
  create(): Promise<PullRequestRef>;
  /** Whether the host says that there is one already. */
  isDuplicate(error: unknown): boolean;
  sleep?(ms: number, signal?: AbortSignal): Promise<void>;
  signal?: AbortSignal;
}

const pausesMs = [500, 2_000, 5_000];

/**
 * Opens a pull request exactly once. After an error that leaves open whether it was made, and after the
 * host's word that there is one, it is looked for before anything else happens. Returns it, and whether it
 * was there before. Throws what `create` threw.
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
      // Some hosts list a new one only a moment later.
      if (isDuplicate) await sleep(pauseMs, steps.signal);
    }
  }
}
