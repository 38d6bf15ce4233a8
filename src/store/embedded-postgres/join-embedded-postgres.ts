import { spawn } from "node:child_process";
import { createConnection, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { AppError, type ErrorCode } from "../../errors.ts";
import type { Log } from "../../log.ts";
import { chooseFolders, type ServerFolders } from "./choose-folders.ts";
import { findPostgresPackage } from "./find-package.ts";
import { type KeeperMessage, keeperAddress } from "./keeper-address.ts";
import { connectionTo } from "./server-process.ts";

export interface EmbeddedPostgres {
  /** Through the unix socket, to the database "copydesk". */
  connection: pg.ClientConfig;
  /** False when a running server was joined. */
  startedServer: boolean;
  /** Everything of the server: usually below the data folder. */
  folder: string;
  /** This process no longer needs the server. */
  release(): Promise<void>;
}

const joinWithinMs = 90_000;
const retryMs = 30;
const keeperStartMs = 2_000;

/**
 * Joins the PostgreSQL server of the data folder, and starts it when it does not run. However many processes do so, there is
 * one server; it stops a few seconds after the last one has released it or died.
 * Throws `data_folder_not_writable`, `data_folder_newer`, `store_unavailable`.
 */
export async function joinEmbeddedPostgres(options: {
  dataFolder: string;
  log: Log;
}): Promise<EmbeddedPostgres> {
  await findPostgresPackage();
  const folders = await chooseFolders(options.dataFolder);
  let released = false;
  let { socket, started } = await hold(options.dataFolder, folders);
  const rejoin = async () => {
    if (released) return;
    options.log.warn("the keeper of the database is gone; starting it again");
    try {
      ({ socket } = await hold(options.dataFolder, folders));
      if (released) socket.destroy();
      else socket.once("close", rejoin);
    } catch (error) {
      options.log.error({ err: error }, "the database could not be started again");
      setTimeout(rejoin, keeperStartMs).unref();
    }
  };
  socket.once("close", rejoin);
  return {
    connection: connectionTo(folders, "copydesk"),
    startedServer: started,
    folder: folders.base,
    async release() {
      released = true;
      socket.destroy();
    },
  };
}

async function hold(
  dataFolder: string,
  folders: ServerFolders,
): Promise<{ socket: Socket; started: boolean }> {
  const deadline = Date.now() + joinWithinMs;
  let keeperStartedAt = 0;
  let started = false;
  while (Date.now() < deadline) {
    const socket = await connect(keeperAddress(folders));
    if (socket !== null) {
      const message = await firstMessage(socket);
      if (message?.kind === "ready") return { socket: socket.unref(), started };
      socket.destroy();
      if (message?.kind === "failed") throw new AppError(message.code as ErrorCode, message.message);
    } else if (Date.now() - keeperStartedAt > keeperStartMs) {
      keeperStartedAt = Date.now();
      started = true;
      startKeeper(dataFolder);
    }
    await sleep(retryMs);
  }
  throw new AppError(
    "store_unavailable",
    `The database did not become ready in ${joinWithinMs / 1_000} s; its log is ${folders.logFile}.`,
  );
}

function connect(address: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = createConnection(address);
    socket.once("connect", () => resolve(socket));
    socket.once("error", () => resolve(null));
  });
}

async function firstMessage(socket: Socket): Promise<KeeperMessage | null> {
  socket.on("error", () => undefined);
  const lines = createInterface({ input: socket });
  return await new Promise((resolve) => {
    lines.once("line", (line) => resolve(JSON.parse(line) as KeeperMessage));
    socket.once("close", () => resolve(null));
  });
}

function startKeeper(dataFolder: string): void {
  const keeper = spawn(process.execPath, [join(import.meta.dirname, "keeper.ts"), dataFolder], {
    cwd: "/",
    detached: true,
    stdio: "ignore",
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR },
  });
  keeper.unref();
}
