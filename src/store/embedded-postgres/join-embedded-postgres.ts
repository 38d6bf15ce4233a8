import { closeSync } from "node:fs";
import type pg from "pg";
import { AppError, isAppError } from "../../errors.ts";
import type { Log } from "../../log.ts";
import { copyBinaries } from "./copy-binaries.ts";
import { createCluster, refuseOtherVersion } from "./create-cluster.ts";
import { findServerPackage } from "./find-server-package.ts";
import { type Hold, holdServer, tryHoldServer } from "./hold-server.ts";
import { notWritable, prepareServerPlace, type ServerPlace } from "./server-place.ts";
import { connectToRunning, startServer } from "./start-server.ts";
import { withStartLock } from "./with-start-lock.ts";

export interface EmbeddedPostgres {
  /** Connects through the unix socket, to the database "copydesk". */
  connection: pg.ClientConfig;
  /** False if a running server was joined. */
  startedServer: boolean;
  /** Releases the server for this process. */
  release(): Promise<void>;
}

interface Joined {
  connection: pg.ClientConfig;
  startedServer: boolean;
  descriptor: number;
}

/**
 * Joins the PostgreSQL server of the data folder, and starts it if it is not running. However many
 * processes do so, there is one server; it stops a few seconds after the last of them has released it or
 * died. Throws `data_folder_not_writable`, `data_folder_newer`, `store_unavailable`.
 */
export async function joinEmbeddedPostgres(options: {
  dataFolder: string;
  log: Log;
}): Promise<EmbeddedPostgres> {
  const startedAt = Date.now();
  const place = await prepareServerPlace(options.dataFolder);
  const joined = await joinOrStart(place).catch((error: unknown) => {
    throw explain(error, options.dataFolder);
  });
  const { connection, startedServer } = joined;
  const facts = { folder: place.base, durationMs: Date.now() - startedAt };
  options.log.debug(facts, startedServer ? "started PostgreSQL" : "joined the running PostgreSQL");
  let released = false;
  return {
    connection,
    startedServer,
    async release() {
      if (released) return;
      released = true;
      closeSync(joined.descriptor);
    },
  };
}

async function joinOrStart(place: ServerPlace): Promise<Joined> {
  return (await joinRunning(place)) ?? (await withStartLock(place.base, () => start(place)));
}

async function joinRunning(place: ServerPlace): Promise<Joined | null> {
  const descriptor = tryHoldServer(place);
  if (descriptor === null) return null;
  const connection = await connectToRunning(place).catch(() => null);
  if (connection !== null) return { connection, startedServer: false, descriptor };
  closeSync(descriptor);
  return null;
}

async function start(place: ServerPlace): Promise<Joined> {
  const hold = await holdServer(place);
  try {
    const { descriptor } = hold;
    const running = await connectToRunning(place);
    if (running !== null) return { connection: running, startedServer: false, descriptor };
    return { connection: await prepareAndStart(place, hold), startedServer: true, descriptor };
  } catch (error) {
    closeSync(hold.descriptor);
    throw error;
  }
}

async function prepareAndStart(place: ServerPlace, { watcher }: Hold): Promise<pg.ClientConfig> {
  const source = await findServerPackage();
  await refuseOtherVersion(place, source.major);
  const binaries = await copyBinaries(place, source);
  await createCluster(place, binaries);
  return await startServer(place, binaries, watcher);
}

function explain(error: unknown, dataFolder: string): AppError {
  if (isAppError(error)) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (["EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT"].includes(code ?? "")) {
    return notWritable(dataFolder, error as Error);
  }
  return new AppError("store_unavailable", `The database could not be started: ${message}`, { cause: error });
}
