import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { AppError } from "../../errors.ts";
import { dataFolderArgument } from "./can-reach.ts";
import { lastLines } from "./last-lines.ts";
import { isDiskFull, notWritable, type ServerPlace } from "./server-place.ts";

const run = promisify(execFile);

export const databaseUser = "copydesk";

/**
 * Creates the cluster if there is none: under another name, renamed when complete, so that an interrupted
 * one is never used. Only under the start lock.
 */
export async function createCluster(place: ServerPlace, binaries: string): Promise<void> {
  await removeDrafts(place.base);
  if ((await clusterVersion(place)) !== null) return;
  const draft = join(place.base, `cluster.draft-${randomBytes(4).toString("hex")}`);
  await mkdir(draft, { mode: 0o700 });
  if (place.user !== null) await chown(draft, place.user.uid, place.user.gid);
  await initialise(place, draft, binaries);
  await rename(draft, place.cluster);
  await syncFolder(place.base);
}

/** Throws `data_folder_newer` for a cluster of a newer PostgreSQL, `store_unavailable` for an older one. */
export async function refuseOtherVersion(place: ServerPlace, major: number): Promise<void> {
  const found = await clusterVersion(place);
  if (found === null || found === major) return;
  const facts = `The database in ${place.cluster} was written by PostgreSQL ${found}, and this Copydesk brings ${major}.`;
  if (found > major) {
    throw new AppError(
      "data_folder_newer",
      `${facts} Run the newer Copydesk that made it, or use another data folder.`,
    );
  }
  throw new AppError(
    "store_unavailable",
    `${facts} Move the data with that version's pg_dump to a PostgreSQL server and set DATABASE_URL, or use another data folder.`,
  );
}

async function initialise(place: ServerPlace, draft: string, binaries: string): Promise<void> {
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const target = ["-D", dataFolderArgument(place, draft), "-U", databaseUser, "-A", "reject"];
  try {
    await run(join(binaries, "bin", "initdb"), [...target, ...locale, "--no-instructions"], {
      ...place.user,
      cwd: draft,
      env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
    });
  } catch (cause) {
    const { stderr, message } = cause as { stderr?: string; message: string };
    if (isDiskFull(stderr || message)) throw notWritable(place.base, new Error("no space left on device"));
    throw new AppError(
      "store_unavailable",
      `PostgreSQL could not make its database in ${place.cluster}: ${lastLines(stderr || message)}`,
      { cause },
    );
  }
}

async function clusterVersion({ cluster }: ServerPlace): Promise<number | null> {
  try {
    return Number.parseInt(await readFile(join(cluster, "PG_VERSION"), "utf8"), 10);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

// The initdb of a killed process keeps writing until it notices that nobody reads its output.
async function removeDrafts(base: string): Promise<void> {
  const drafts = (await readdir(base)).filter((name) => name.startsWith("cluster.draft-"));
  const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 20 };
  for (const name of drafts) await rm(join(base, name), options).catch(() => undefined);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
