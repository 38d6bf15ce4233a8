import { note } from "../../telemetry/observe.ts";
import type { SizeLimits } from "../fetch/assert-repository-size.ts";
import type { ByteCache } from "./byte-cache.ts";
import type { Snapshot } from "./snapshot.ts";

/** Returns a commit's names. Throws what `readSnapshot` throws. */
export type FindSnapshot = (
  commit: string,
  options?: { limits?: Partial<SizeLimits>; signal?: AbortSignal },
) => Promise<Snapshot>;

/** Reads a commit's names; `since` are those that were read last. */
type ReadNames = (
  commit: string,
  limits: Partial<SizeLimits> | undefined,
  since: Snapshot | undefined,
) => Promise<Snapshot>;

/**
 * Shares a list of names that is being read with everyone who asks meanwhile; a caller that aborts does not
 * stop the others.
 */
export function shareSnapshots(
  cache: ByteCache,
  keyOf: (name: string) => string,
  read: ReadNames,
): FindSnapshot {
  const underWay = new Map<string, Promise<Snapshot>>();
  /** Key of the list that was read last, by limits. */
  const newest = new Map<string, string>();
  return async (commit, { limits, signal } = {}) => {
    signal?.throwIfAborted();
    const limit = JSON.stringify(limits ?? {});
    const key = keyOf(`names:${commit}:${limit}`);
    const kept = cache.get<Snapshot>(key);
    note("cache_look", { cache: "file_lists", isHit: kept !== undefined });
    if (kept !== undefined) return kept;
    const reading =
      underWay.get(key) ??
      read(commit, limits, cache.get<Snapshot>(newest.get(limit) ?? ""))
        .then((snapshot) => {
          cache.put(key, snapshot, snapshot.memoryBytes);
          newest.set(limit, key);
          return snapshot;
        })
        .finally(() => underWay.delete(key));
    underWay.set(key, reading);
    return await untilAborted(reading, signal);
  };
}

async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return await work;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
