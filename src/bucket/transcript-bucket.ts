import type { PoolClient } from "pg";
import { isAppError } from "../errors.ts";
import type { JobAddress } from "../jobs/get-job.ts";
import type { Log } from "../log.ts";
import { type Database, inTransaction } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import type { ObjectStore } from "./open-object-store.ts";
import { decodeTranscript, encodeTranscript, type Transcript } from "./transcript-file.ts";

/** Keeps the transcripts that are removed from the store. */
export interface TranscriptBucket {
  /**
   * Stores the jobs' current logs and diffs. Never rejects: a job whose transcript could not be stored has
   * no object with its last event, and keeps its transcript.
   */
  store(jobIds: readonly string[]): Promise<void>;
  /**
   * Restores a transcript to the store, for some days; false: the bucket does not have it. Rejects with
   * `unavailable`.
   */
  bringBack(address: JobAddress): Promise<boolean>;
  /** Removes objects of deleted jobs and outdated ones; returns how many. */
  sweep(limit: number): Promise<number>;
}

const uploadsMax = 8;
const insertedMax = 500;
const daysBack = 7;

export function createTranscriptBucket({
  database,
  objects,
  log,
}: {
  database: Database;
  objects: ObjectStore;
  log: Log;
}): TranscriptBucket {
  return {
    async store(jobIds) {
      for (let from = 0; from < jobIds.length; from += uploadsMax) {
        const chunk = jobIds.slice(from, from + uploadsMax);
        const results = await Promise.allSettled(
          chunk.map((jobId) => storeOne({ database, objects }, jobId)),
        );
        const failed = results.find((result) => result.status === "rejected");
        if (failed === undefined) continue;
        log.warn(
          { err: failed.reason },
          "transcripts could not be moved to the bucket; they stay in the store",
        );
        return;
      }
    },
    bringBack: (address) => bringBack({ database, objects, log }, address),
    sweep: (limit) => sweep({ database, objects }, limit),
  };
}

/** SQL: the current log has been stored; checked in the transaction that removes it. */
export const isStored = `
  exists (select from transcript_objects where job_id = jobs.id and stored_at is not null and last_seq = jobs.event_seq)`;

const load = `
  select jobs.project_id as "projectId", jobs.patch, jobs.event_seq as "lastSeq",
    (select coalesce(array_agg(to_jsonb(job_events)::text order by seq), '{}') from job_events where job_id = jobs.id) as events
  from jobs where id = $1`;

// Written before the object is stored, so that every object has a row.
const announce = `
  insert into transcript_objects (name, job_id, last_seq) select $1, id, $3 from jobs where id = $2
  on conflict (name) do update set job_id = excluded.job_id returning stored_at is not null as "isStored"`;
const settle = "update transcript_objects set stored_at = clock_timestamp() where name = $1";
const replaceOlder = "update transcript_objects set job_id = null where job_id = $1 and name <> $2";

interface Loaded {
  projectId: string;
  patch: string | null;
  lastSeq: number;
  events: string[];
}

interface Parts {
  database: Database;
  objects: ObjectStore;
}

/** Stores one transcript. The name contains the content's checksum: an object never changes. */
async function storeOne({ database: { pool }, objects }: Parts, jobId: string): Promise<void> {
  const [job] = (await guardStore(() => pool.query<Loaded>(load, [jobId]))).rows;
  if (job === undefined) return;
  const { sha256, bytes } = await encodeTranscript({ jobId, ...job });
  const name = `${job.projectId}/${jobId}/${job.lastSeq}-${sha256}.jsonl.gz`;
  const { rows } = await guardStore(() =>
    pool.query<{ isStored: boolean }>(announce, [name, jobId, job.lastSeq]),
  );
  if (rows[0]?.isStored === false) {
    await objects.put(name, bytes);
    await guardStore(() => pool.query(settle, [name]));
  }
  await guardStore(() => pool.query(replaceOlder, [jobId, name]));
}

const findStored = `
  select name from transcript_objects join jobs on jobs.id = transcript_objects.job_id
  where jobs.id = $1 and jobs.project_id = $2 and transcript_expired_at is not null and stored_at is not null
  order by last_seq desc limit 1`;

const lock = `select transcript_expired_at is null as "isBack" from jobs where id = $1 for no key update`;
const insertEvents = `
  insert into job_events select (jsonb_populate_record(null::job_events, event::jsonb)).* from unnest($1::text[]) as event`;
const setBack = `
  update jobs set patch = $2, transcript_expired_at = null,
    transcript_kept_until = clock_timestamp() + make_interval(days => $3) where id = $1`;

async function bringBack(
  { database, objects, log }: Parts & { log: Log },
  { projectId, jobId }: JobAddress,
): Promise<boolean> {
  const { rows } = await guardStore(() =>
    database.pool.query<{ name: string }>(findStored, [jobId, projectId]),
  );
  const name = rows[0]?.name;
  if (name === undefined) return false;
  const bytes = await objects.get(name);
  try {
    if (bytes === null) throw new Error("it is not there");
    const transcript = await decodeTranscript({ bytes, sha256: sha256Of(name) });
    return await guardStore(() => inTransaction(database, (client) => insertTranscript(client, transcript)));
  } catch (err) {
    if (isAppError(err)) throw err;
    log.warn({ err, jobId, name }, "the bucket has lost a transcript");
    return false;
  }
}

/** Returns false if the job no longer exists. */
async function insertTranscript(client: PoolClient, { jobId, patch, events }: Transcript): Promise<boolean> {
  const { rows } = await client.query<{ isBack: boolean }>(lock, [jobId]);
  if (rows[0]?.isBack !== false) return rows[0] !== undefined;
  for (let from = 0; from < events.length; from += insertedMax)
    await client.query(insertEvents, [events.slice(from, from + insertedMax)]);
  await client.query(setBack, [jobId, patch, daysBack]);
  return true;
}

function sha256Of(name: string): string {
  return name.match(/-([0-9a-f]{64})\.jsonl\.gz$/)?.[1] ?? "";
}

const findLeft = "select name from transcript_objects where job_id is null limit $1 for update skip locked";
const dropLeft = "delete from transcript_objects where name = any($1::text[])";

/**
 * Removes outdated objects. Their rows stay locked meanwhile, so that none is taken up again while its
 * object is removed.
 */
function sweep({ database, objects }: Parts, limit: number): Promise<number> {
  return guardStore(() =>
    inTransaction(database, async (client) => {
      const { rows } = await client.query<{ name: string }>(findLeft, [limit]);
      const names = rows.map(({ name }) => name);
      if (names.length === 0) return 0;
      await Promise.all(names.map((name) => objects.remove(name)));
      await client.query(dropLeft, [names]);
      return names.length;
    }),
  );
}
