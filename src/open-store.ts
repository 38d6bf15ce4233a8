import type { Config } from "./config.ts";
import type { Log } from "./log.ts";
import type { Database } from "./store/database.ts";
import { joinEmbeddedPostgres } from "./store/embedded-postgres/join-embedded-postgres.ts";
import { migrate } from "./store/migrate.ts";
import { openQueue } from "./store/queue/open-queue.ts";
import type { Queue } from "./store/queue/queue.ts";
import { reachDatabase } from "./store/reach-database.ts";

export interface OpenStore {
  database: Database;
  queue: Queue;
  close(): Promise<void>;
}

/**
 * Opens the store that the configuration names: `DATABASE_URL`, or else the embedded server of the data folder. Brings
 * the schema up to date. `supervise` is for processes with a worker: they also look for silent ones.
 */
export async function openStore(
  config: Config,
  log: Log,
  options: { supervise: boolean },
): Promise<OpenStore> {
  const server = await connectTo(config, log);
  let database: Database | null = null;
  try {
    const opened = await reachDatabase(server.connection, { poolSize: options.supervise ? 16 : 8 });
    database = opened;
    await migrate(opened);
    const queue = await openQueue(opened, log, options);
    return {
      database: opened,
      queue,
      async close() {
        await queue.stop();
        await opened.close();
        await server.release();
      },
    };
  } catch (error) {
    await database?.close();
    await server.release();
    throw error;
  }
}

async function connectTo(config: Config, log: Log) {
  if (config.databaseUrl === null) return await joinEmbeddedPostgres({ dataFolder: config.dataFolder, log });
  return { connection: { connectionString: config.databaseUrl }, release: async () => undefined };
}
