import type { Author } from "../jobs/author.ts";

/** Who changed something, and from where. */
export interface Actor {
  author: Author;
  /** IP address; null for the machine itself. */
  from: string | null;
}

/** Dependencies of functions that write to the audit log. */
export interface ActorDeps {
  /** Default: the service itself. */
  actor?: Actor;
}

export function actorOf({ actor }: ActorDeps): Actor {
  return actor ?? { author: { kind: "service" }, from: null };
}
