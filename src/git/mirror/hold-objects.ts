import { rmSync } from "node:fs";
import type { GitObject } from "./git-object.ts";
import { looseObjectPath, writeLooseObjects } from "./write-loose-objects.ts";

/** The objects that one job has written into a git directory which it shares with others. */
export interface ObjectHold {
  /** Throws `workspace_disk_full`. */
  write(objects: ReadonlyMap<string, GitObject>): Promise<void>;
  /** Removes those that no other job has written. */
  release(): void;
}

/** Each call is for one job. */
export function createObjectHolds(gitDirectory: string): () => ObjectHold {
  const holders = new Map<string, number>();
  return () => {
    const held = new Set<string>();
    return {
      async write(objects) {
        // Counted before anything is looked for, and removed in one go: what is found here stays.
        for (const id of objects.keys()) {
          if (!held.has(id)) holders.set(id, (holders.get(id) ?? 0) + 1);
          held.add(id);
        }
        await writeLooseObjects(gitDirectory, objects);
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
      },
    };
  };
}
