import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { access, chown, constants, lstat, mkdir, realpath, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError } from "../../errors.ts";
import { makeFolder } from "../../files/make-folder.ts";

export interface ServerUser {
  uid: number;
  gid: number;
}

export interface ServerPlace {
  /** Folder of everything but the server's socket and sometimes its binaries; real path. */
  base: string;
  cluster: string;
  logFile: string;
  /** In the data folder, because the server's user may be able to replace files in its own. */
  passwordFile: string;
  /** Owner of the password file; null: the service's user. */
  passwordOwner: ServerUser | null;
  /** User that the server runs as, because PostgreSQL refuses root. Null: the service's user. */
  user: ServerUser | null;
}

// "nobody" on Linux. PostgreSQL looks up its user's name and fails if there is none.
const nobody: ServerUser = { uid: 65_534, gid: 65_534 };

// sun_path has 108 bytes on Linux and 104 on macOS, including the final NUL.
const socketPathBytesMax = 103;

/**
 * Creates the data folder and the server's folder in it if missing. Throws `data_folder_not_writable`,
 * `store_unavailable`.
 */
export async function prepareServerPlace(dataFolder: string): Promise<ServerPlace> {
  refuseNameless();
  try {
    await makeFolder(dataFolder);
    const data = await realpath(dataFolder);
    const base = join(data, "postgres");
    const user = process.getuid?.() === 0 ? await chooseServerUser([base, data]) : null;
    await access(data, constants.X_OK);
    await mkdir(base, { mode: 0o700 }).catch(ignoreExisting);
    await access(base, constants.W_OK | constants.X_OK);
    if (user !== null && (await stat(base)).uid !== user.uid) await chown(base, user.uid, user.gid);
    // Root started a server that runs as "nobody" below a folder of root, so its password is for root only.
    const isOurs = user === null || (user.uid === nobody.uid && (await stat(data)).uid === 0);
    return {
      ...{ base, cluster: join(base, "cluster"), logFile: join(base, "server.log"), user },
      ...{ passwordFile: join(data, "postgres.password"), passwordOwner: isOurs ? null : user },
    };
  } catch (cause) {
    throw notWritable(dataFolder, cause as Error);
  }
}

/** Whether the output of PostgreSQL's programs reports a full disk. */
export function isDiskFull(words: string): boolean {
  return words.includes("No space left on device") || words.includes("Disk quota exceeded");
}

export function notWritable(folder: string, cause: Error): AppError {
  return new AppError(
    "data_folder_not_writable",
    `Cannot use the data folder ${folder} (${cause.message}). Choose another with --data or COPYDESK_DATA, or correct its owner, permissions or space: it has to be a folder that this user can write to.`,
    { cause },
  );
}

/**
 * Chooses the folder's owner, so that an ordinary user can still use it after root has started the server
 * first.
 */
async function chooseServerUser(folders: string[]): Promise<ServerUser> {
  for (const folder of folders) {
    const found = await stat(folder).catch(() => null);
    const owner = found === null ? null : { uid: found.uid, gid: found.gid };
    if (owner !== null && owner.uid !== 0 && hasName(owner)) return owner;
  }
  return nobody;
}

function hasName(user: ServerUser): boolean {
  return spawnSync("id", ["-un"], { ...user, cwd: "/", stdio: "ignore" }).status === 0;
}

/** Throws early: PostgreSQL would fail later, with a less helpful message. */
function refuseNameless(): void {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  if (uid === 0 || hasName({ uid, gid })) return;
  throw new AppError(
    "store_unavailable",
    `The embedded PostgreSQL needs a user with a name, and user id ${uid} has none. Add a line for it to /etc/passwd, run as a user that has one, or set DATABASE_URL.`,
  );
}

/**
 * Creates the folder of the server's socket, private to its user: `run` beside the cluster, or a folder
 * below the system's temporary one, because a socket's path cannot be longer than about 100 bytes.
 */
export async function prepareSocketFolder({ base, user }: ServerPlace): Promise<string> {
  const beside = join(base, "run");
  const owner = user?.uid ?? process.getuid?.() ?? 0;
  const fits = Buffer.byteLength(`${beside}/.s.PGSQL.5432`) <= socketPathBytesMax;
  const folder = fits ? beside : join(tmpdir(), `copydesk-${shortHash(`${owner} ${base}`)}`);
  await mkdir(folder, { mode: 0o700 }).catch(ignoreExisting);
  if (user !== null && (await lstat(folder)).uid === 0) await chown(folder, user.uid, user.gid);
  const found = await lstat(folder);
  if (found.isDirectory() && found.uid === owner && (found.mode & 0o077) === 0) return folder;
  throw new AppError(
    "store_unavailable",
    `The folder ${folder} for the database's socket is not private to user ${owner}. Remove it, or use a data folder with a shorter path.`,
  );
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

export function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
