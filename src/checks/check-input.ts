import type { Pause } from "./create-pause.ts";
import type { Site } from "./site.ts";
import type { Finding } from "./types.ts";

/** What every rule gets. Rules read; they change nothing. */
export interface CheckInput {
  site: Site;
  /** Paths that did not exist before the change. */
  newPaths: readonly string[];
  pause: Pause;
}

export type CheckRule = (input: CheckInput) => Promise<Finding[]>;
