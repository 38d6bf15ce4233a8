import { setTimeout as wait } from "node:timers/promises";
import type { HostOptions } from "../code-hosts/types.ts";
import type { Config } from "../config.ts";
import { findConflicts } from "../git/merge/find-conflicts.ts";
import type { GitAccess } from "../git/remote/git-access.ts";
import { holdMirror, openMirrorOf } from "./hold-mirror.ts";

const mergeMs = 60_000;
// People wait for the review; a first fetch continues in the background, and the next look uses its result.
const waitMs = 2_000;

type FindConflicts = NonNullable<HostOptions["findConflicts"]>;

/**
 * Merges the sides of pull requests in mirrors of this machine, with one merge at a time per pair of commits.
 */
export function createConflictFinder(config: Config) {
  const underWay = new Map<string, Promise<readonly string[] | null>>();
  return (repository: string, access: () => Promise<GitAccess>): FindConflicts =>
    async ({ headCommit, baseRef }) => {
      const key = JSON.stringify([repository, headCommit, baseRef]);
      if (!underWay.has(key)) {
        const signal = AbortSignal.timeout(mergeMs);
        const found = openMirrorOf(config, repository, { access, signal })
          .then((mirror) => holdMirror(mirror, (held) => findConflicts({ ...held, headCommit, baseRef })))
          // If git cannot tell, the host decides.
          .catch(() => null)
          .finally(() => underWay.delete(key));
        underWay.set(key, found);
      }
      return await Promise.race([underWay.get(key)!, wait(waitMs, null, { ref: false })]);
    };
}
