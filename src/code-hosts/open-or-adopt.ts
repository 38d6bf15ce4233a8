import { openOnce } from "./open-once.ts";
import type { PullRequestRef } from "./types.ts";

export interface AdoptSteps<Found> {
  /** The open one of the branch. */
  find(): Promise<Found | null>;
  create(): Promise<Found>;
  /** Brings one that was there already up to date. */
  update(found: Found): Promise<Found>;
  toRef(found: Found): PullRequestRef;
  /** Whether the host says that there is one already. */
  isDuplicate(error: unknown): boolean;
  sleep?(ms: number, signal?: AbortSignal): Promise<void>;
  signal?: AbortSignal;
}

/**
 * Opens a pull request exactly once, and answers it as the host does: the new one, or the one that was there,
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
