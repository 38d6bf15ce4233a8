import { actorOf } from "../audit/actor.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { isAppError } from "../errors.ts";
import { assertRefName } from "../git/assert-ref-name.ts";
import type { RemoteBranch } from "../git/remote/find-remote-branch.ts";
import { parseRepository } from "../git/remote/parse-repository.ts";
import { assertRepository } from "../projects/assert-repository.ts";
import { parseInput } from "../schemas/parse-input.ts";
import { inTransaction } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { assertNameFree, type ContextDeps, howToRead } from "./add-context-repository.ts";
import {
  type ContextAddress,
  type ContextRow,
  contextMissing,
  listContextRows,
  loadContextRow,
  toContextRecord,
} from "./context-rows.ts";
import { type ContextRepositoryRecord, type ContextTest, changeContextInput } from "./context-schema.ts";
import { sealGiven } from "./seal-given.ts";

/** Lists the project's context repositories, oldest first. */
export async function listContextRepositories(
  { database }: Pick<ContextDeps, "database">,
  projectId: string,
): Promise<ContextRepositoryRecord[]> {
  return (await listContextRows(database, projectId)).map(toContextRecord);
}

/** Throws `context_not_found`. */
export async function getContextRepository(
  { database }: Pick<ContextDeps, "database">,
  address: ContextAddress,
): Promise<ContextRepositoryRecord> {
  return toContextRecord(await loadContextRow(database, address));
}

/**
 * Changes the given fields. Jobs that have started keep the commit that they started with. Throws as
 * `addContextRepository` does, and `context_not_found`.
 */
export async function changeContextRepository(
  deps: ContextDeps,
  address: ContextAddress,
  input: unknown,
): Promise<ContextRepositoryRecord> {
  const { anyway, credentials: given, ...wanted } = parseInput(changeContextInput, input);
  const row = await loadContextRow(deps.database, address);
  if (wanted.ref != null) assertRefName(wanted.ref);
  const { id, repository, host, host_url } = row;
  const credentials =
    given === undefined ? row.credentials : sealGiven(deps, { id, repository, hostUrl: host_url }, given);
  const ref = wanted.ref === undefined ? row.ref : wanted.ref;
  if (!anyway && (wanted.ref !== undefined || given !== undefined)) {
    const place = { repository: parseRepository(repository), ref };
    await assertRepository(deps.readRepository, place, { id, host, host_url, credentials }, howToRead);
  }
  const { name = row.name, include = row.include } = wanted;
  return await change(deps, address, "context.changed", async (client) => {
    const { rows: others } = await client.query<{ name: string }>(
      "select name from context_repositories where project_id = $1 and id <> $2",
      [row.project_id, id],
    );
    assertNameFree(others, name);
    const { rows } = await client.query<ContextRow>(update, [id, name, ref, include, credentials]);
    return rows[0]!;
  });
}

const update = `
  update context_repositories set name = $2, ref = $3, include = $4, credentials = $5
  where id = $1 returning *`;

/** Throws `context_not_found`. */
export async function removeContextRepository(deps: ContextDeps, address: ContextAddress): Promise<void> {
  await change(deps, address, "context.removed", async (client) => {
    await client.query("delete from context_repositories where id = $1", [address.contextId]);
    return null;
  });
}

type Client = Parameters<Parameters<typeof inTransaction>[1]>[0];

async function change(
  deps: ContextDeps,
  { projectId, contextId }: ContextAddress,
  action: "context.changed" | "context.removed",
  apply: (client: Client) => Promise<ContextRow | null>,
): Promise<ContextRepositoryRecord> {
  const work = () =>
    inTransaction(deps.database, async (client) => {
      await client.query("select 1 from projects where id = $1 for no key update", [projectId]);
      const { rows } = await client.query<ContextRow>(
        "select * from context_repositories where project_id = $1 and id = $2",
        [projectId, contextId],
      );
      const [row] = rows;
      if (row === undefined) throw contextMissing(contextId);
      const changed = await apply(client);
      const [before, after] = [toContextRecord(row), changed === null ? null : toContextRecord(changed)];
      await recordAudit(client, {
        ...{ action, actor: actorOf(deps), projectId, before },
        subject: { kind: "context_repository", id: contextId, name: row.name },
        ...(after !== null && {
          after: { ...after, credentialsChanged: changed!.credentials !== row.credentials },
        }),
      });
      return after ?? before;
    });
  return await guardStore(work);
}

/** What a job that starts now would read. Problems are part of the result. Throws `context_not_found`. */
export async function testContextRepository(
  deps: Pick<ContextDeps, "database" | "readRepository">,
  address: ContextAddress,
): Promise<ContextTest> {
  const row = await loadContextRow(deps.database, address);
  const checkedAt = () => new Date().toISOString();
  try {
    const place = { repository: parseRepository(row.repository), ref: row.ref };
    const { name, commit } = (await deps.readRepository!(place, row)) as RemoteBranch;
    const message = `The branch ${name} can be read.`;
    return { ok: true, ref: name, commit, code: null, message, checkedAt: checkedAt() };
  } catch (error) {
    if (!isAppError(error)) throw error;
    const { code, message } = error;
    return { ok: false, ref: row.ref, commit: null, code, message, checkedAt: checkedAt() };
  }
}
