import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import type { Database } from "../store/database.ts";
import { joinEmbeddedPostgres } from "../store/embedded-postgres/join-embedded-postgres.ts";
import { migrate } from "../store/migrate.ts";
import { reachDatabase } from "../store/reach-database.ts";

export interface OpenStore {
  database: Database;
  close(): Promise<void>;
}

/**
 * Opens the configured store, `DATABASE_URL` or else the embedded server of the data folder, and brings the
 * schema up to date.
 */
export async function openStore(config: Config, log: Log, options: { poolSize: number }): Promise<OpenStore> {
  const store = await reachStore(config, log, options);
  try {
    await migrate(store.database);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Opens the same store with whatever schema it has, or none. */
export async function reachStore(
  config: Config,
  log: Log,
  options: { poolSize: number },
): Promise<OpenStore> {
  const server = await connectTo(config, log);
  let database: Database | null = null;
  try {
    const direct = toDirect(config);
    const opened = await reachDatabase(server.connection, {
      ...options,
      ...(direct !== undefined && { direct }),
    });
    database = opened;
    return {
      database: opened,
      async close() {
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

function toDirect({
  databaseUrl,
  databaseDirectUrl,
}: Config): { connectionString: string } | null | undefined {
  if (databaseUrl === null || databaseDirectUrl === null) return undefined;
  return databaseDirectUrl === "none" ? null : { connectionString: databaseDirectUrl };
}
