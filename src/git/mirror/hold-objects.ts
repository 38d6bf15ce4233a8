import { rmSync } from "node:fs";
import type { GitObject } from "./git-object.ts";
import { looseObjectPath, writeLooseObjects } from "./write-loose-objects.ts";

/** The objects that one job has written into a git directory which it shares with others. */
export interface ObjectHold {
  /** Those that this job has not written yet. Throws `workspace_disk_full`. */
  write(objects: ReadonlyMap<string, GitObject>): Promise<void>;
  /** By their ids. */
  written: ReadonlyMap<string, GitObject>;
  /** Removes those that no other job has written. */
  release(): void;
}

/** Each call is for one job. */
export function createObjectHolds(gitDirectory: string): () => ObjectHold {
  const holders = new Map<string, number>();
  return () => {
    const held = new Set<string>();
    const written = new Map<string, GitObject>();
    return {
      written,
      async write(objects) {
        // Counted before anything is written, and removed in one go: what was written stays.
        for (const id of objects.keys()) {
          if (!held.has(id)) holders.set(id, (holders.get(id) ?? 0) + 1);
          held.add(id);
        }
        const missing = new Map([...objects].filter(([id]) => !written.has(id)));
        await writeLooseObjects(gitDirectory, missing);
        for (const [id, object] of missing) written.set(id, object);
      },
      release() {
        for (const id of held) {
          const others = (holders.get(id) ?? 1) - 1;
          if (others > 0) holders.set(id, others);
          else {
            holders.delete(id);
            // Its folder stays: another job may be about to write into it.
            rmSync(looseObjectPath(gitDirectory, id), { force: true });
          }
        }
        held.clear();
        written.clear();
      },
    };
  };
}
