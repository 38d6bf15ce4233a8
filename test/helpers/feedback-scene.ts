import type { JobPullRequest } from "../../src/jobs/record.ts";
import type { Database } from "../../src/store/database.ts";
import type { ProjectSettings } from "../../src/store/project-settings.ts";
import { randomBase62 } from "../../src/text/base62.ts";

export interface SceneJob {
  id: string;
  projectId: string;
  branch: string;
  number: number;
}

export const headCommit = "c".repeat(40);

/** A project on a code host. */
export async function addProject(
  { pool }: Pick<Database, "pool">,
  settings: ProjectSettings = {},
): Promise<string> {
  const id = `prj_${randomBase62(22)}`;
  await pool.query(
    "insert into projects (id, name, repository, host, settings) values ($1, 'Docs', 'https://git.example/acme/docs', 'gitea', $2)",
    [id, JSON.stringify(settings)],
  );
  return id;
}

let numbers = 0;

/** A job that has ended with an open pull request, as far as the columns do not say otherwise. */
export async function addJob(
  { pool }: Pick<Database, "pool">,
  projectId: string,
  columns: Record<string, unknown> & { state?: JobPullRequest["state"] } = {},
): Promise<SceneJob> {
  numbers += 1;
  const number = numbers;
  const id = `job_${randomBase62(22)}`;
  const { state = "open", ...rest } = columns;
  const branch = `copydesk/${id}`;
  const url = `https://git.example/acme/docs/pulls/${number}`;
  const row: Record<string, unknown> = {
    id,
    project_id: projectId,
    status: "completed",
    reason: "pull_request_opened",
    prompt: "Say hello",
    repository: "https://git.example/acme/docs",
    branch,
    model: "copydesk/chores",
    head_commit: headCommit,
    pull_request: JSON.stringify({ number, url, state, branch }),
    ...rest,
  };
  const names = Object.keys(row);
  const places = names.map((_, index) => `$${index + 1}`);
  await pool.query(
    `insert into jobs (${names.join(", ")}) values (${places.join(", ")})`,
    Object.values(row),
  );
  return { id, projectId, branch, number };
}

export async function rowOf<Row>(
  { pool }: Pick<Database, "pool">,
  job: SceneJob,
  columns: string,
): Promise<Row> {
  const { rows } = await pool.query(`select ${columns} from jobs where id = $1`, [job.id]);
  return rows[0] as Row;
}

export async function stateOf(database: Pick<Database, "pool">, job: SceneJob): Promise<string> {
  return (await rowOf<{ state: string }>(database, job, "pull_request ->> 'state' as state")).state;
}

/** Kinds of the job's events, oldest first. */
export async function eventKinds({ pool }: Pick<Database, "pool">, job: SceneJob): Promise<string[]> {
  const { rows } = await pool.query<{ kind: string }>(
    "select kind from job_events where job_id = $1 order by seq",
    [job.id],
  );
  return rows.map(({ kind }) => kind);
}

export interface SceneFeedback {
  id: number;
  said: Record<string, unknown>;
  state: string;
  note: string;
  turn: number | null;
}

export async function feedbackOf(
  { pool }: Pick<Database, "pool">,
  job: Pick<SceneJob, "id">,
): Promise<SceneFeedback[]> {
  const { rows } = await pool.query<SceneFeedback>(
    "select id, said, state, note, turn from host_feedback where job_id = $1 order by id",
    [job.id],
  );
  return rows;
}
