import { openOnce } from "./open-once.ts";
import type { PullRequestRef } from "./types.ts";

export interface AdoptSteps<Found> {
  /** Finds the open pull request of the branch. */
  find(): Promise<Found | null>;
  create(): Promise<Found>;
  /** Brings an existing pull request up to date. */
  update(found: Found): Promise<Found>;
  toRef(found: Found): PullRequestRef;
  /** True if the host reported that the pull request already exists. */
  isDuplicate(error: unknown): boolean;
  sleep?(ms: number, signal?: AbortSignal): Promise<void>;
  signal?: AbortSignal;
}

/**
 * Opens a pull request exactly once. Returns it in the host's own form: a new one, or the existing one
 * brought up to date.
 */
export async function openOrAdopt<Found>(steps: AdoptSteps<Found>): Promise<Found> {
  const { find, create, update, toRef, isDuplicate, sleep, signal } = steps;
  let last: Found | null = null;
  const keep = (found: Found | null) => {
    last = found;
    return found === null ? null : toRef(found);
  };
  const { adopted } = await openOnce({
    create: async () => keep(await create())!,
    find: async () => keep(await find()),
    isDuplicate,
    sleep,
    signal,
  });
  return adopted ? await update(last!) : last!;
}
