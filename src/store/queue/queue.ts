import type pg from "pg";
import type { Db, PgBoss } from "pg-boss";
import { entryId } from "./entry-id.ts";

export const queueName = "jobs";

/** Payload-free wake-up of idle workers; fires when the transaction that sends it commits. */
export const queueChannel = "copydesk_queue";

/** Sent, with the job's id, in the transaction that cancels a job. */
export const cancelChannel = "copydesk_cancel";

export interface QueueEntry {
  jobId: string;
  projectId: string;
  /** 1 for the first prompt of a job, 2 for its first follow-up, and so on. */
  turn?: number;
}

/** A claimed entry. The pair is the fence: once the entry was retried, calls with this attempt have no effect. */
export interface EntryAttempt {
  id: string;
  retryCount: number;
}

export type Client = pg.PoolClient | pg.ClientBase;

export interface FetchedEntry {
  jobId: string;
  turn: number;
  attempt: EntryAttempt;
}

/** Everything runs on the caller's connection, so that queue and job rows change in one transaction. */
export interface Queue {
  insert(client: Client, entries: QueueEntry[]): Promise<void>;
  /** The oldest entry that is not of these projects, or null. The caller's transaction decides whether it is really taken. */
  fetch(client: Client, options: { ignoreProjects: string[] }): Promise<FetchedEntry | null>;
  complete(client: Client, attempt: EntryAttempt): Promise<boolean>;
  /** Makes an active entry available again at once and wakes a worker. */
  requeue(client: Client, entries: { jobId: string; turn: number }[]): Promise<void>;
  /** Takes entries out for good; the same job and turn can be inserted again. */
  remove(client: Client, entries: { jobId: string; turn: number }[]): Promise<void>;
  stop(): Promise<void>;
}

/** The adapter around a started pg-boss: the only file that calls it. */
export function createQueue(boss: PgBoss): Queue {
  return {
    async insert(client, entries) {
      const rows = entries.map(({ jobId, projectId, turn = 1 }) => ({
        id: entryId(jobId, turn),
        data: { jobId, turn },
        group: { id: projectId },
      }));
      await boss.insert(queueName, rows, { db: onConnection(client) });
      await wakeWorkers(client);
    },
    async fetch(client, { ignoreProjects }) {
      const [entry] = await boss.fetch<{ jobId: string; turn?: number }>(queueName, {
        includeMetadata: true,
        ignoreGroups: ignoreProjects,
        db: onConnection(client),
      });
      if (entry === undefined) return null;
      const { jobId, turn = 1 } = entry.data;
      return { jobId, turn, attempt: { id: entry.id, retryCount: entry.retryCount } };
    },
    async complete(client, attempt) {
      return settled(await boss.complete(queueName, attempt, null, { db: onConnection(client) }));
    },
    async requeue(client, entries) {
      if (entries.length === 0) return;
      const ids = entries.map(({ jobId, turn }) => entryId(jobId, turn));
      await boss.fail(queueName, ids, null, { db: onConnection(client) });
      await wakeWorkers(client);
    },
    async remove(client, entries) {
      if (entries.length === 0) return;
      const ids = entries.map(({ jobId, turn }) => entryId(jobId, turn));
      await boss.deleteJob(queueName, ids, { db: onConnection(client) });
    },
    stop: () => boss.stop({ graceful: false, close: true }),
  };
}

function onConnection(client: Client): Db {
  return { executeSql: (text, values) => client.query(text, values as unknown[]) };
}

function settled(response: unknown): boolean {
  return ((response as { affected?: number }).affected ?? 0) > 0;
}

async function wakeWorkers(client: Client): Promise<void> {
  await client.query("select pg_notify($1, '')", [queueChannel]);
}
