import type pg from "pg";
import type { Db, PgBoss } from "pg-boss";
import { entryId } from "./entry-id.ts";

export const queueName = "jobs";

/** Payload-free wake-up of idle workers; fires when the transaction that sends it commits. */
export const queueChannel = "copydesk_queue";

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

/** Everything runs on the caller's connection, so that queue and job rows change in one transaction. */
export interface Queue {
  insert(client: Client, entries: QueueEntry[]): Promise<void>;
  /** The next entry, or null. The caller's transaction decides whether it is really taken. */
  fetch(client: Client): Promise<{ jobId: string; attempt: EntryAttempt } | null>;
  complete(client: Client, attempt: EntryAttempt): Promise<boolean>;
  /** Makes an active entry available again at once and wakes a worker. */
  requeue(client: Client, entries: { jobId: string; turn: number }[]): Promise<void>;
  /** Keeps the entry alive; false when it is no longer this attempt's. */
  touch(client: Client, attempt: EntryAttempt): Promise<boolean>;
  stop(): Promise<void>;
}

/** The adapter around a started pg-boss: the only file that calls it. */
export function createQueue(boss: PgBoss): Queue {
  return {
    async insert(client, entries) {
      const rows = entries.map(({ jobId, projectId, turn = 1 }) => ({
        id: entryId(jobId, turn),
        data: { jobId },
        group: { id: projectId },
      }));
      await boss.insert(queueName, rows, { db: onConnection(client) });
      await wakeWorkers(client);
    },
    async fetch(client) {
      const [entry] = await boss.fetch<{ jobId: string }>(queueName, {
        includeMetadata: true,
        db: onConnection(client),
      });
      if (entry === undefined) return null;
      return { jobId: entry.data.jobId, attempt: { id: entry.id, retryCount: entry.retryCount } };
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
    async touch(client, attempt) {
      return settled(await boss.touch(queueName, attempt, { db: onConnection(client) }));
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
