import { createHash, randomBytes } from "node:crypto";
import {
  access,
  chmod,
  constants,
  lstat,
  mkdir,
  readFile,
  realpath,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { AppError } from "../../errors.ts";

/** PostgreSQL refuses to run as root; as root its processes get this user ("nobody"). */
export const serverUserId = 65_534;

export interface ServerFolders {
  /** Everything of the server. */
  base: string;
  cluster: string;
  /** Holds the unix socket; private to the server's user. */
  run: string;
  logFile: string;
  /** User id that the server's processes get, or null to keep ours. */
  userId: number | null;
}

// sun_path has 108 bytes on Linux and 104 on macOS, and PostgreSQL adds "/.s.PGSQL.5432" and ".lock".
const socketFolderBytesMax = 80;

/**
 * Finds or makes the server's folders below the data folder. As root, when a parent of the data folder is closed to the
 * server's user, they lie below /var/lib instead, and `postgres-location` in the data folder says where.
 * Throws `data_folder_not_writable`.
 */
export async function chooseFolders(dataFolder: string): Promise<ServerFolders> {
  const data = await makeDataFolder(dataFolder);
  const userId = process.getuid?.() === 0 ? serverUserId : null;
  const base = await chooseBase(data, userId);
  const run = await chooseRunFolder(base, userId);
  return { base, cluster: join(base, "cluster"), run, logFile: join(base, "server.log"), userId };
}

async function makeDataFolder(dataFolder: string): Promise<string> {
  try {
    await mkdir(dataFolder, { recursive: true, mode: 0o755 });
    await access(dataFolder, constants.W_OK | constants.X_OK);
    return await realpath(dataFolder);
  } catch (cause) {
    const { message } = cause as Error;
    throw new AppError(
      "data_folder_not_writable",
      `Cannot write to the data folder ${dataFolder}: ${message}. Choose another with --data or COPYDESK_DATA, or change its permissions.`,
      { cause },
    );
  }
}

async function chooseBase(data: string, userId: number | null): Promise<string> {
  const locationFile = join(data, "postgres-location");
  const recorded = await readFile(locationFile, "utf8").catch(() => null);
  const inside = join(data, "postgres");
  let base = recorded?.trim() || inside;
  if (recorded === null && userId !== null && !(await isOpenToOthers(data))) {
    base = join("/var/lib/copydesk", randomBytes(6).toString("hex"));
    // Only one of several processes that start at once may decide.
    await writeFile(locationFile, `${base}\n`, { flag: "wx" }).catch(() => undefined);
    base = (await readFile(locationFile, "utf8")).trim();
  }
  await mkdir(base, { recursive: true });
  if (userId !== null) await chmod(base, 0o711);
  return base;
}

/** Whether a user without rights of its own can pass through every folder down to this one. */
async function isOpenToOthers(folder: string): Promise<boolean> {
  for (let path = folder; ; path = dirname(path)) {
    if (((await stat(path)).mode & 0o001) === 0) return false;
    if (path === dirname(path)) return true;
  }
}

async function chooseRunFolder(base: string, userId: number | null): Promise<string> {
  const inside = join(base, "run");
  const owner = userId ?? process.getuid?.() ?? 0;
  const run = Buffer.byteLength(inside) <= socketFolderBytesMax ? inside : shortRunFolder(base, owner);
  await mkdir(run, { mode: 0o700, recursive: true });
  const found = await lstat(run);
  const known = found.uid === owner || found.uid === process.getuid?.();
  if (!found.isDirectory() || !known) {
    throw new AppError(
      "data_folder_not_writable",
      `${run} belongs to somebody else; remove it, or use a shorter data folder.`,
    );
  }
  return run;
}

function shortRunFolder(base: string, owner: number): string {
  const hash = createHash("sha256").update(`${owner} ${base}`).digest("hex").slice(0, 16);
  return join(tmpdir(), `copydesk-${hash}`);
}
