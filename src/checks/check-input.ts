import type { MdxPool } from "./create-mdx-pool.ts";
import type { Pause } from "./create-pause.ts";
import type { Site } from "./site.ts";
import type { Finding } from "./types.ts";

/** What every rule gets. Rules read; they change nothing. */
export interface CheckInput {
  site: Site;
  /** Paths that the change wrote, moved or deleted. */
  changedPaths: readonly string[];
  /** Paths that did not exist before the change. */
  newPaths: readonly string[];
  /** The bytes before the change, null for a new path. */
  readBase(path: string): Promise<Buffer | null>;
  mdxPool: MdxPool;
  signal?: AbortSignal;
  pause: Pause;
}

export type CheckRule = (input: CheckInput) => Promise<Finding[]>;
