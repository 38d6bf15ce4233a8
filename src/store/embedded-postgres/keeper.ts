/**
 * A process of its own that runs the PostgreSQL server of one data folder for all Copydesk processes on it. Each of them
 * holds a connection here; a few seconds after the last is gone, the server is stopped and the keeper ends.
 * Usage: node keeper.ts DATA_FOLDER
 */
import { rm } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import pg from "pg";
import { isAppError } from "../../errors.ts";
import { chooseFolders, type ServerFolders } from "./choose-folders.ts";
import { findPostgresPackage } from "./find-package.ts";
import { type KeeperMessage, keeperAddress } from "./keeper-address.ts";
import { prepareBinaries } from "./prepare-binaries.ts";
import { prepareCluster } from "./prepare-cluster.ts";
import { connectionTo, type ServerProcess, startServerProcess } from "./server-process.ts";

const lingerMs = 3_000;
const restartsMax = 5;

interface Keeper {
  folders: ServerFolders;
  holders: Set<Socket>;
  /** What newcomers are told; null while the server is being started. */
  state: KeeperMessage | null;
  server: ServerProcess | null;
  lastUse: number;
}

const dataFolder = process.argv[2];
if (dataFolder === undefined) throw new Error("usage: keeper.ts DATA_FOLDER");
// The keeper outlives the terminal it was started from.
for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);
const keeper: Keeper = {
  folders: await chooseFolders(dataFolder),
  holders: new Set(),
  state: null,
  server: null,
  lastUse: Date.now(),
};
if (await bind(keeper)) await keep(keeper);
process.exit(0);

async function keep(keeper: Keeper): Promise<void> {
  process.once("SIGTERM", () => void stop(keeper).then(() => process.exit(0)));
  try {
    await run(keeper);
  } catch (error) {
    const code = isAppError(error) ? error.code : "store_unavailable";
    tell(keeper, { kind: "failed", code, message: (error as Error).message });
  }
  await stop(keeper);
}

async function run(keeper: Keeper): Promise<void> {
  const source = await findPostgresPackage();
  const binaries = await prepareBinaries(source, keeper.folders.base);
  await prepareCluster(keeper.folders, source, binaries);
  for (let starts = 0; starts <= restartsMax; starts += 1) {
    keeper.server = await startServerProcess(keeper.folders, binaries);
    await createDatabase(keeper.folders);
    tell(keeper, { kind: "ready", started: starts === 0 });
    keeper.state = { kind: "ready", started: false };
    const end = await Promise.race([keeper.server.ended.then(() => "server" as const), untilUnused(keeper)]);
    if (end === "unused") return;
  }
}

/** False when another keeper is there already. */
async function bind(keeper: Keeper): Promise<boolean> {
  const address = keeperAddress(keeper.folders);
  const server = createServer((socket) => welcome(keeper, socket));
  const listen = () =>
    new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(address, () => resolve(true));
    });
  if (await listen()) return true;
  if (address.startsWith("\0")) return false;
  await rm(address, { force: true });
  return await listen();
}

function welcome(keeper: Keeper, socket: Socket): void {
  keeper.holders.add(socket);
  socket.on("error", () => undefined);
  socket.on("close", () => {
    keeper.holders.delete(socket);
    keeper.lastUse = Date.now();
  });
  socket.resume();
  if (keeper.state !== null) send(socket, keeper.state);
}

function tell(keeper: Keeper, message: KeeperMessage): void {
  keeper.state = message;
  for (const socket of keeper.holders) send(socket, message);
}

function send(socket: Socket, message: KeeperMessage): void {
  socket.write(`${JSON.stringify(message)}\n`);
}

async function untilUnused(keeper: Keeper): Promise<"unused"> {
  keeper.lastUse = Date.now();
  return await new Promise((resolve) => {
    const timer = setInterval(() => {
      if (keeper.holders.size > 0 || Date.now() - keeper.lastUse < lingerMs) return;
      clearInterval(timer);
      resolve("unused");
    }, 100);
  });
}

async function stop(keeper: Keeper): Promise<void> {
  if (keeper.state?.kind !== "failed") tell(keeper, { kind: "stopping" });
  await keeper.server?.stop();
}

async function createDatabase(folders: ServerFolders): Promise<void> {
  const client = new pg.Client(connectionTo(folders, "postgres"));
  await client.connect();
  try {
    await client.query("create database copydesk");
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === "42P04")) throw error;
  } finally {
    await client.end();
  }
}
