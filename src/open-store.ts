import type { Config } from "./config.ts";
import { AppError } from "./errors.ts";
import type { Log } from "./log.ts";
import { type Database, openDatabase } from "./store/database.ts";
import { joinEmbeddedPostgres } from "./store/embedded-postgres/join-embedded-postgres.ts";
import { migrate } from "./store/migrate.ts";
import { openQueue } from "./store/queue/open-queue.ts";
import type { Queue } from "./store/queue/queue.ts";

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
  const database = openDatabase(server.connection, { poolSize: options.supervise ? 16 : 8 });
  try {
    await reach(config, database);
    await migrate(database);
    const queue = await openQueue(database, log, options);
    return {
      database,
      queue,
      async close() {
        await queue.stop();
        await database.close();
        await server.release();
      },
    };
  } catch (error) {
    await database.close();
    await server.release();
    throw error;
  }
}

async function reach(config: Config, database: Database): Promise<void> {
  await database.pool.query("select 1").catch((cause: Error) => {
    const where = config.databaseUrl === null ? "The embedded database" : "The database of DATABASE_URL";
    const why = cause.message || (cause as NodeJS.ErrnoException).code;
    throw new AppError(
      "store_unavailable",
      `${where} cannot be reached: ${why}. Check that it runs and that the address, user and password are right.`,
      { cause },
    );
  });
}

async function connectTo(config: Config, log: Log) {
  if (config.databaseUrl === null) return await joinEmbeddedPostgres({ dataFolder: config.dataFolder, log });
  return { connection: { connectionString: config.databaseUrl }, release: async () => undefined };
}
