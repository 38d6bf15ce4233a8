import { randomBytes } from "node:crypto";
import pg from "pg";
import { sealCredentials } from "../../src/secrets/project-credentials.ts";
import { createSecretBox } from "../../src/secrets/secret-box.ts";
import type { Database } from "../../src/store/database.ts";

export const sceneKey = Buffer.alloc(32, 9);

export interface SceneSize {
  projects: number;
  jobsEach: number;
  eventsEach: number;
}

/** Projects with credentials and limits, jobs and their events, written by SQL as quickly as that is. */
export async function fillStore(
  { pool }: Pick<Database, "pool">,
  { projects, jobsEach, eventsEach }: SceneSize,
): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < projects; n += 1) {
    const id = `prj_${String(n).padStart(22, "0")}`;
    ids.push(id);
    const sealed = sealCredentials(createSecretBox(sceneKey), id, { token: `token of ${id}` });
    await pool.query(
      "insert into projects (id, name, repository, credentials, settings) values ($1, $2, '/srv/docs', $3, '{\"concurrency\": 3}')",
      [id, `Döcs\t"${n}"\n\\N`, sealed],
    );
    await pool.query(
      `insert into jobs (id, project_id, status, reason, prompt, repository, branch, model, event_seq, created_at)
       select 'job_' || lpad($2::text, 4, '0') || lpad(n::text, 18, '0'), $1, 'active', 'queued', 'Say "' || n || E'" \\\\ \\t done', '/srv/docs',
         'copydesk/' || $2 || '-' || n, 'copydesk/chores', $4, now() - n * interval '1 second'
       from generate_series(1, $3) as n`,
      [id, n, jobsEach, eventsEach],
    );
    await pool.query(
      `insert into job_events (job_id, seq, kind, data)
       select id, seq, 'tool_result', jsonb_build_object('text', repeat(md5(id || seq), 40)) from jobs, generate_series(1, $2) as seq
       where project_id = $1`,
      [id, eventsEach],
    );
    await pool.query("insert into rate_uses (project_id, operation, used_at) values ($1, 'create', now())", [
      id,
    ]);
  }
  return ids;
}

/** A hash of all rows of every table, without what is known of backups. */
export async function hashTables(connection: pg.ClientConfig): Promise<Record<string, string>> {
  return await withClient(connection, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'copydesk'::regnamespace and relkind = 'r' order by relname",
    );
    const hashes: Record<string, string> = {};
    for (const { name } of tables.filter(
      ({ name }) => !["backups", "migrations", "expansions"].includes(name),
    )) {
      const { rows } = await client.query<{ hash: string }>(
        `select count(*) || ' ' || md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as hash from copydesk."${name}" as t`,
      );
      hashes[name] = rows[0]!.hash;
    }
    return hashes;
  });
}

/** Without Copydesk's own name, so that a restore does not take it for a service. */
export async function withClient<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection);
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Jobs, each in one transaction with its events, for as long as the signal stands. */
export async function writeJobs(
  { pool }: Pick<Database, "pool">,
  projectId: string,
  signal: AbortSignal,
): Promise<number> {
  let written = 0;
  while (!signal.aborted) {
    const id = `job_${randomBytes(11).toString("hex")}`;
    await pool.query(
      `with job as (
         insert into jobs (id, project_id, status, reason, prompt, repository, branch, model, event_seq)
         values ($1, $2, 'active', 'queued', 'x', '/srv/docs', 'copydesk/' || $1, 'copydesk/chores', 3) returning id)
       insert into job_events (job_id, seq, kind, data) select id, seq, 'created', '{}' from job, generate_series(1, 3) as seq`,
      [id, projectId],
    );
    written += 1;
  }
  return written;
}
