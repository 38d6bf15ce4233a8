import { type Client, type Database, inTransaction } from "../database.ts";
import { guardStore } from "../guard-store.ts";
import type { ProjectRow } from "./insert-project.ts";

export type DeleteProjectOutcome =
  | { kind: "project_missing" }
  /** Nothing was deleted. */
  | { kind: "active"; jobIds: string[] }
  /** `repositories` are those that no other project and none of its jobs names. */
  | { kind: "deleted"; repositories: string[] };

type JobRow = { jobId: string; status: string; repository: string };

const lockJobs = `
  select id as "jobId", status, repository from jobs where project_id = $1 order by id for update`;
const lockAccounts =
  "select 1 from monthly_usage where project_id = $1 order by account_id, month for update";
const lockWebhooks = "select 1 from webhooks where project_id = $1 order by id for update";
const lockProject = "select * from projects where id = $1 for update";
const remove = "delete from projects where id = $1";
const findUnused = `
  select name from unnest($1::text[]) as name
  where not exists (select from projects where repository = name) and not exists (select from jobs where repository = name)`;

/** Deletes a project with all that belongs to it, in one transaction; not while one of its jobs is active. */
export function deleteProject(
  { database }: { database: Database },
  projectId: string,
  /** Called in the transaction, before the project goes. */
  onDelete: (client: Client, removed: { row: ProjectRow; jobs: number }) => Promise<void>,
): Promise<DeleteProjectOutcome> {
  return guardStore(() =>
    inTransaction(database, async (client) => {
      // In the order of ARCHITECTURE.md: what the project's row takes with it is locked before that row.
      const { rows: jobs } = await client.query<JobRow>(lockJobs, [projectId]);
      const active = jobs.filter(({ status }) => status === "active");
      if (active.length > 0) return { kind: "active", jobIds: active.map(({ jobId }) => jobId) };
      await client.query(lockAccounts, [projectId]);
      await client.query(lockWebhooks, [projectId]);
      const { rows } = await client.query<ProjectRow>(lockProject, [projectId]);
      if (rows[0] === undefined) return { kind: "project_missing" };
      await onDelete(client, { row: rows[0], jobs: jobs.length });
      await client.query(remove, [projectId]);
      const named = [...new Set([rows[0].repository, ...jobs.map(({ repository }) => repository)])];
      const unused = await client.query<{ name: string }>(findUnused, [named]);
      return { kind: "deleted", repositories: unused.rows.map(({ name }) => name) };
    }),
  );
}
