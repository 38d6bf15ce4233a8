import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runInBatches } from "../sandbox/run-in-batches.ts";

export interface TreeSize {
  /** Size on disk. */
  bytes: number;
  entries: number;
}

/** Pause between two measurements; longer for a large tree, which is slow to measure. */
const pauseMs = { from: 1_000, to: 5_000, perLook: 10 };

/**
 * Measures a folder that others may be writing to; entries that vanish are ignored. Stops once it has found
 * more than `enough`.
 */
export async function measureTree(
  directory: string,
  signal: AbortSignal,
  enough?: TreeSize,
): Promise<TreeSize> {
  const size = { bytes: 0, entries: 0 };
  const waiting = [directory];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    size.entries += entries.length;
    if (enough !== undefined && isMore(size, enough)) return size;
    await runInBatches(entries, async (entry) => {
      signal.throwIfAborted();
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        waiting.push(path);
        return;
      }
      const bytes = await bytesOf(path);
      size.bytes += bytes;
    });
  }
  return size;
}

async function bytesOf(path: string): Promise<number> {
  const entry = await lstat(path).catch(() => null);
  return (entry?.blocks ?? 0) * 512;
}

function isMore(size: TreeSize, limit: TreeSize): boolean {
  return size.bytes > limit.bytes || size.entries > limit.entries;
}

/**
 * Measures a tree repeatedly until `signal` aborts; resolves to true as soon as it has grown beyond the
 * limits. The sandbox only limits single files, not their total.
 */
export async function watchTreeGrowth(
  directory: string,
  limits: { before: TreeSize; growth: TreeSize },
  signal: AbortSignal,
): Promise<boolean> {
  const { before, growth } = limits;
  const limit = { bytes: before.bytes + growth.bytes, entries: before.entries + growth.entries };
  let lookMs = 0;
  try {
    for (;;) {
      const pause = Math.min(pauseMs.to, Math.max(pauseMs.from, pauseMs.perLook * lookMs));
      await sleep(pause, undefined, { signal, ref: false });
      const started = performance.now();
      if (isMore(await measureTree(directory, signal, limit), limit)) return true;
      lookMs = performance.now() - started;
    }
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}
