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

/** One look at a pull request, shared by its steps. */
export interface Look {
  deps: CareDeps;
  due: CaredPullRequest;
  connection: OutgoingConnection;
  gate: Gate;
  /** Null if the host does not support decisions. */
  review: ReviewState | null;
}

/** Comments on the pull request; the comment replaces the previous one of the same topic. */
export async function say(
  { due, connection, gate }: Pick<Look, "due" | "connection" | "gate">,
  topic: string,
  text: string,
): Promise<void> {
  const body = await gate.mask(text);
  await connection.pullRequests.comment(due.pullRequest.number, { topic, body });
}
