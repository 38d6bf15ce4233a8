import type { Author } from "../jobs/author.ts";

/** Who changed something, and from where. */
export interface Actor {
  author: Author;
  /** IP address; null: the machine itself. */
  from: string | null;
}
