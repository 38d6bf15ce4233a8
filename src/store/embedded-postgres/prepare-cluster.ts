import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, chown, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { AppError } from "../../errors.ts";
import type { ServerFolders } from "./choose-folders.ts";
import type { PostgresPackage } from "./find-package.ts";

const run = promisify(execFile);

export const databaseUser = "copydesk";

/**
 * Makes the cluster when there is none. It is made under another name and renamed when complete, so that one that was
 * interrupted half-way is never used. Throws `data_folder_newer` when a newer server has written it.
 */
export async function prepareCluster(
  folders: ServerFolders,
  { major }: PostgresPackage,
  binaries: string,
): Promise<void> {
  const { cluster, userId } = folders;
  await removeDrafts(cluster);
  if (userId !== null) await chown(folders.run, userId, userId);
  const version = await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => null);
  if (version === null) return await initialise(folders, binaries);
  if (Number.parseInt(version, 10) === major) return;
  throw new AppError(
    "data_folder_newer",
    `The database in ${cluster} was written by PostgreSQL ${version.trim()}, and this Copydesk brings ${major}. Run the Copydesk that made it, or use another data folder.`,
  );
}

async function initialise({ cluster, userId }: ServerFolders, binaries: string): Promise<void> {
  const draft = `${cluster}.draft-${randomBytes(4).toString("hex")}`;
  await mkdir(draft, { mode: 0o700 });
  const identity = userId === null ? {} : { uid: userId, gid: userId };
  if (userId !== null) await chown(draft, userId, userId);
  const args = ["-D", draft, "-U", databaseUser, "-A", "trust", "-E", "UTF8", "--no-locale"];
  try {
    await run(join(binaries, "bin", "initdb"), args, {
      ...identity,
      cwd: "/",
      env: { PATH: process.env.PATH, LC_ALL: "C" },
    });
  } catch (cause) {
    const { stderr } = cause as { stderr?: string };
    throw new AppError(
      "store_unavailable",
      `PostgreSQL could not make its database in ${cluster}: ${lastLine(stderr)}`,
      { cause },
    );
  }
  await chmod(draft, 0o700);
  await rename(draft, cluster);
}

async function removeDrafts(cluster: string): Promise<void> {
  const folder = dirname(cluster);
  const drafts = (await readdir(folder)).filter((name) => name.startsWith(`${basename(cluster)}.draft-`));
  for (const draft of drafts) await rm(join(folder, draft), { recursive: true, force: true });
}

function lastLine(text = ""): string {
  return text.trim().split("\n").at(-1) || "no message";
}
