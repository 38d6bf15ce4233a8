import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { deflateSync } from "node:zlib";
import { type Database, schemaName } from "../../src/store/database.ts";
import { git, temporaryFolder } from "../helpers/git-fixture.ts";
import { type CutJob, commitObject } from "./cut-logs.ts";
import { type RecordedRelease, repositoryPath } from "./log-format.ts";

type Row = Record<string, unknown>;

const migrationsFolder = join(import.meta.dirname, "../../migrations");

/** The schema as that release left it. */
export async function migrateTo({ pool }: Database, last: string): Promise<void> {
  await pool.query(`create schema ${schemaName}`);
  await pool.query(
    "create table migrations (name text primary key, applied_at timestamptz not null default now())",
  );
  const files = (await readdir(migrationsFolder)).filter((name) => name.endsWith(".sql") && name <= last);
  for (const file of files.sort()) {
    await pool.query(await readFile(join(migrationsFolder, file), "utf8"));
    await pool.query("insert into migrations (name) values ($1)", [file]);
  }
}

/** Puts the jobs into the store as a worker left them that died then. */
export async function insertCuts(
  database: Database,
  release: RecordedRelease,
  cuts: readonly CutJob[],
  repository: string,
): Promise<void> {
  const insert = async (table: string, rows: Row[]) => {
    const text = JSON.stringify(rows).replaceAll(repositoryPath, repository);
    const { rows: columns } = await database.pool.query<{ name: string }>(
      "select distinct jsonb_object_keys(value) as name from jsonb_array_elements($1)",
      [text],
    );
    const names = columns.map(({ name }) => `"${name}"`).join(", ");
    await database.pool.query(
      `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1)`,
      [text],
    );
  };
  await insert(
    "workers",
    release.workers.map((row) => ({ ...row, heartbeat_at: "yesterday" })),
  );
  await database.pool.query("select setval('worker_lock_ids', max(lock_id)) from workers");
  await insert(
    "projects",
    cuts.map(({ project }) => ({ ...project, next_pull_request: 100 })),
  );
  await insert(
    "jobs",
    cuts.map(({ row }) => ({ ...row, updated_at: "now" })),
  );
  const events = cuts.flatMap(({ whole, count, id }) =>
    whole.events.slice(0, count).map(({ seq, kind, version, data, author }) => ({
      ...{ job_id: id, seq, kind, version, data, author },
      at: "now",
    })),
  );
  await insert("job_events", events);
  await insert(
    "pull_requests",
    cuts.map(({ pullRequest }) => pullRequest).filter((row) => row !== null),
  );
}

/** The repository as the release saw it, with what had been pushed by the time of each cut. */
export async function rebuildRepository(release: RecordedRelease, cuts: readonly CutJob[]): Promise<string> {
  const all = await temporaryFolder();
  const path = await temporaryFolder();
  for (const folder of [all, path]) await git(folder, ["init", "--quiet", "--bare", "--initial-branch=main"]);
  await git(all, ["fast-import", "--quiet"], { input: release.objects });
  const pushed = cuts.filter((cut) => cut.pushed !== null);
  for (const { whole } of pushed)
    for (const [hash, text] of whole.commits) await writeObject(all, hash, commitObject(text));
  const branches = pushed.map((cut) => `${cut.pushed}:refs/heads/copydesk/${cut.id}`);
  await git(all, ["push", "--quiet", path, "main", ...branches]);
  await rm(all, { recursive: true });
  return path;
}

async function writeObject(repository: string, hash: string, content: string): Promise<void> {
  const path = join(repository, "objects", hash.slice(0, 2), hash.slice(2));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, deflateSync(content), { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}
