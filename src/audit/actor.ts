import type { Author } from "../jobs/author.ts";

/** Who changed something, and from where. */
export interface Actor {
  author: Author;
  /** IP address; null: the machine itself. */
  from: string | null;
}

/** Of verbs that are written to the audit log. */
export interface ActorDeps {
  /** Who does it; the service itself when not given. */
  actor?: Actor;
}

export function actorOf({ actor }: ActorDeps): Actor {
  return actor ?? { author: { kind: "service" }, from: null };
}
