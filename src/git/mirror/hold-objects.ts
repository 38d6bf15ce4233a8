import { rmSync } from "node:fs";
import type { GitObject } from "./git-object.ts";
import { looseObjectPath, writeLooseObjects } from "./write-loose-objects.ts";

/** Objects that one job has written to a git directory that it shares with others. */
export interface ObjectHold {
  /** Writes the objects that this job has not written yet. Throws `workspace_disk_full`. */
  write(objects: ReadonlyMap<string, GitObject>): Promise<void>;
  /** Written objects by id. */
  written: ReadonlyMap<string, GitObject>;
  /** Removes the objects that no other job has written. */
  release(): void;
}

/** Returns a function that creates the hold of one job. */
export function createObjectHolds(gitDirectory: string): () => ObjectHold {
  const holders = new Map<string, number>();
  return () => {
    const held = new Set<string>();
    const written = new Map<string, GitObject>();
    return {
      written,
      async write(objects) {
        // Counted before writing, and removed in one go, so that what was written stays.
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
            // The object's folder stays: another job may be about to write into it.
            rmSync(looseObjectPath(gitDirectory, id), { force: true });
          }
        }
        held.clear();
        written.clear();
      },
    };
  };
}
