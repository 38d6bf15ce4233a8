import type { ReviewState } from "../../code-hosts/types.ts";
import type { Log } from "../../log.ts";
import type { Gate } from "../../outgoing/create-gate.ts";
import type { KnownSecrets } from "../../outgoing/known-secrets.ts";
import type { CaredPullRequest } from "../../pull-requests/claim-care.ts";
import type { Database } from "../../store/database.ts";
import type { OpenProjectHost, OutgoingConnection } from "../project-host.ts";

export interface CareDeps {
  database: Database;
  log: Log;
  knownSecrets: KnownSecrets;
  openProjectHost: OpenProjectHost;
}

/** One look: what its steps share. */
export interface Look {
  deps: CareDeps;
  due: CaredPullRequest;
  connection: OutgoingConnection;
  gate: Gate;
  /** Null where the host lets nothing be decided. */
  review: ReviewState | null;
}

/** As a comment that replaces the one of the same topic. */
export async function say(
  { due, connection, gate }: Pick<Look, "due" | "connection" | "gate">,
  topic: string,
  text: string,
): Promise<void> {
  const body = await gate.mask(text);
  await connection.pullRequests.comment(due.pullRequest.number, { topic, body });
}
