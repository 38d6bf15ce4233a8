import { type ActorDeps, actorOf } from "../audit/actor.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { AppError } from "../errors.ts";
import { assertRefName } from "../git/assert-ref-name.ts";
import { remoteUrl } from "../git/remote/open-remote.ts";
import { parseRepository } from "../git/remote/parse-repository.ts";
import { assertStorableHost } from "../network/resolve-allowed-address.ts";
import { assertRepository, type ReadRepository } from "../projects/assert-repository.ts";
import { guessHost } from "../schemas/hosts.ts";
import { parseInput } from "../schemas/parse-input.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import { type Client, type Database, inTransaction } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { randomBase62 } from "../text/base62.ts";
import { type ContextRow, toContextRecord } from "./context-rows.ts";
import { addContextInput, type ContextRepositoryRecord, contextRepositoriesMax } from "./context-schema.ts";
import { sealGiven } from "./seal-given.ts";

export interface ContextDeps extends ActorDeps {
  database: Database;
  secretBox: SecretBox;
  /** Refuses URLs to which credentials would be sent in plain text; throws `url_not_allowed`. */
  assertTokenSafe?: (url: string) => void;
  /** Reads the branch before it is stored. */
  readRepository?: ReadRepository;
}

export const howToRead =
  "Give the credentials of a private repository as well, with `credentials.token` or `credentials.ssh`, or store it all the same with `anyway`.";

/**
 * Adds a context repository to a project. Throws `project_not_found`, `invalid_request`,
 * `context_name_taken`, `invalid_repository_url`, `url_not_allowed`, `invalid_ref`, and unless `anyway` the
 * reason why it cannot be read: `repository_unreachable`, `repository_empty`, `ref_not_found`.
 */
export async function addContextRepository(
  deps: ContextDeps,
  projectId: string,
  input: unknown,
): Promise<ContextRepositoryRecord> {
  const { name, repository: text, include, anyway, ...wanted } = parseInput(addContextInput, input);
  const { ref = null, hostUrl = null } = wanted;
  if (ref !== null) assertRefName(ref);
  const parsed = parseRepository(text);
  if (parsed.kind === "url") assertStorableHost(parsed.host);
  if (hostUrl !== null) assertStorableHost(new URL(hostUrl).hostname);
  const id = `ctx_${randomBase62(22)}`;
  const repository = remoteUrl(parsed);
  const credentials = sealGiven(deps, { id, repository, hostUrl }, wanted.credentials ?? null);
  const host = wanted.host ?? guessHost(parsed);
  const columns = { id, host, host_url: hostUrl, credentials };
  if (!anyway) await assertRepository(deps.readRepository, { repository: parsed, ref }, columns, howToRead);
  const work = () =>
    inTransaction(deps.database, async (client) => {
      await assertRoom(client, projectId, name);
      const values = [id, projectId, name, repository, ref, include, host, hostUrl, credentials];
      const { rows } = await client.query<ContextRow>(insert, values);
      const added = toContextRecord(rows[0]!);
      await recordAudit(client, {
        ...{ action: "context.added", actor: actorOf(deps), projectId },
        ...{ subject: { kind: "context_repository", id, name }, after: added },
      });
      return added;
    });
  return await guardStore(work);
}

const insert = `
  insert into context_repositories
    (id, project_id, name, repository, ref, include, host, host_url, credentials)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning *`;

/** Locks the project, so that the second of two simultaneous requests sees the first. */
async function assertRoom(client: Client, projectId: string, name: string): Promise<void> {
  const project = await client.query("select 1 from projects where id = $1 for no key update", [projectId]);
  if (project.rowCount === 0) throw new AppError("project_not_found", "There is no such project.");
  const { rows } = await client.query<{ name: string }>(
    "select name from context_repositories where project_id = $1",
    [projectId],
  );
  assertNameFree(rows, name);
  if (rows.length >= contextRepositoriesMax)
    throw new AppError(
      "invalid_request",
      `A project has at most ${contextRepositoriesMax} context repositories.`,
    );
}

/** Throws `context_name_taken`. */
export function assertNameFree(others: readonly { name: string }[], name: string): void {
  if (others.some((other) => other.name === name))
    throw new AppError("context_name_taken", `The project already has a context repository "${name}".`);
}
