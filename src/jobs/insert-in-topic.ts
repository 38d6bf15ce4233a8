import { type Client, type Database, inTransaction } from "../store/database.ts";
import { guardStore, isLockTimeout } from "../store/guard-store.ts";
import { accountKey, findReachedCap, loadCaps } from "../usage/load-caps.ts";
import type { CreateOutcome, NewJob } from "./new-job.ts";
import { lockAndCountUses, type ProjectState, readKeptAnswer } from "./read-message-state.ts";
import { toUses, usesPerHour } from "./uses.ts";
import { timeLimits, writeMessage } from "./write-message.ts";

export type TopicJob = NewJob & { topic: string };

/** Inserts a job without looking at its topic, with the given connection. */
type InsertWith = (client: Client, job: NewJob) => Promise<CreateOutcome>;

const operation = "create";

interface OpenJob {
  id: string;
  status: string;
  model: string;
  mode: string;
  paths: string[];
  baseRef: string | null;
}

// A job's pushed work can be continued only while its events are kept.
const findOpen = `
  select id, status, model, mode, paths, base_ref as "baseRef" from jobs
  where project_id = $1 and topic = $2 and transcript_expired_at is null
    and (status = 'active' or pull_request ->> 'state' = 'open')
  order by created_at desc, id desc limit 1
  for no key update`;

// The key may have been kept for a turn and expired; now it belongs to a create.
const setTopic = `
  with begun as (
    update idempotency_keys set joined = false where project_id = $3 and operation = 'create' and key = $4 and joined
  )
  update jobs set topic = $2 where id = $1`;

/**
 * Turns a create into the next turn of the job that is active, or has an open pull request, on the same
 * topic; otherwise begins a job. Holds the project's lock until the commit, so that two creates of one
 * topic never both begin a job and a killed process leaves nothing behind. Throws `unavailable`,
 * `unknown_model`.
 */
export async function insertInTopic(
  database: Database,
  job: TopicJob,
  insert: InsertWith,
): Promise<CreateOutcome> {
  try {
    return await guardStore(() => inTransaction(database, (client) => insertIn(client, job, insert)));
  } catch (error) {
    if (isLockTimeout(error)) return { kind: "locked" };
    throw error;
  }
}

async function insertIn(client: Client, job: TopicJob, insert: InsertWith): Promise<CreateOutcome> {
  await client.query(timeLimits);
  const project = await lockAndCountUses(client, job.projectId, operation);
  if (project === undefined) return { kind: "project_missing" };
  const kept = await readKept(client, job, project);
  if (kept !== null) return kept;
  const open = await lockOpenJob(client, job);
  if (open !== null) return await join(client, { job, open, project });
  const outcome = await insert(client, job);
  const { id, topic, projectId, idempotency } = job;
  if (outcome.kind === "created")
    await client.query(setTopic, [id, topic, projectId, idempotency?.key ?? null]);
  return outcome;
}

async function readKept(
  client: Client,
  { projectId, idempotency }: TopicJob,
  project: ProjectState,
): Promise<CreateOutcome | null> {
  if (idempotency === null) return null;
  const { key, requestHash } = idempotency;
  const kept = await readKeptAnswer(client, { projectId, key }, operation);
  if (kept === undefined) return null;
  const uses = toUses(project, operation);
  if (!kept.requestHash.equals(requestHash)) return { kind: "key_reused", uses };
  return { kind: "replayed", jobId: kept.jobId, answer: kept.answer, uses, joined: kept.joined };
}

/** Looks twice, because whoever held the newest job's row may have ended that job. */
async function lockOpenJob(client: Client, { projectId, topic }: TopicJob): Promise<OpenJob | null> {
  for (let looks = 0; looks < 2; looks += 1) {
    const { rows } = await client.query<OpenJob>(findOpen, [projectId, topic]);
    if (rows[0] !== undefined) return rows[0];
  }
  return null;
}

async function join(
  client: Client,
  { job, open, project }: { job: TopicJob; open: OpenJob; project: ProjectState },
): Promise<CreateOutcome> {
  const field = findMismatch(job, open);
  if (field !== null) return { kind: "topic_mismatch", field };
  job.assertModel?.(open.model, project.models);
  const cap = findReachedCap((await loadCaps(client, [job])).get(accountKey(job)) ?? []);
  if (cap !== null) return { kind: "capped", cap };
  if (project.used >= usesPerHour) return { kind: "limited", uses: toUses(project, operation) };
  const message = {
    ...{ projectId: job.projectId, jobId: open.id, apiKeyId: job.apiKeyId, author: job.author },
    ...{ prompt: job.prompt, idempotency: job.idempotency },
    toAnswer: job.toTurnAnswer,
  };
  const answer = await writeMessage(client, { message, project, operation });
  project.used += 1;
  return { kind: "joined", jobId: open.id, answer, uses: toUses(project, operation) };
}

/** Returns the field in which the create asks for something that the job cannot give it any more. */
function findMismatch({ asked }: TopicJob, open: OpenJob): "ref" | "mode" | "paths" | null {
  if (asked === undefined) return null;
  if (asked.ref !== undefined && open.baseRef !== null && asked.ref !== open.baseRef) return "ref";
  if (asked.mode !== open.mode) return "mode";
  const wanted = new Set(asked.paths);
  const isSame = wanted.size === new Set(open.paths).size && open.paths.every((path) => wanted.has(path));
  return wanted.size > 0 && !isSame ? "paths" : null;
}
