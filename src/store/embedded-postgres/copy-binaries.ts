import { randomBytes } from "node:crypto";
import { constants, existsSync } from "node:fs";
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { AppError } from "../../errors.ts";
import { makeFolder } from "../../files/make-folder.ts";
import { canReach } from "./can-reach.ts";
import type { ServerPackage } from "./find-server-package.ts";
import type { ServerPlace } from "./server-place.ts";

const draftMark = ".draft-";

/**
 * Copies the server's programs, once per version, so that a running server survives a reinstall of the
 * dependencies and its user can read them. Returns their folder. Only under the start lock.
 */
export async function copyBinaries(place: ServerPlace, source: ServerPackage): Promise<string> {
  const parent = await chooseParent(place);
  const target = join(parent, `bin-${source.version}`);
  if ((await stat(target).catch(() => null)) !== null) return target;
  const draft = `${target}${draftMark}${randomBytes(4).toString("hex")}`;
  await copyTree(source.native, draft);
  await linkLibraries(draft);
  await rename(draft, target).catch(async (error) => {
    await rm(draft, { recursive: true, force: true });
    if (!["EEXIST", "ENOTEMPTY"].includes(error.code)) throw error;
  });
  if (parent === place.base) await removeOthers(parent, target);
  return target;
}

/**
 * Chooses the folder beside the cluster. For root, if the server's user cannot reach that (as below /root),
 * chooses a folder of root elsewhere, because a program must be reachable by its path; it contains nothing
 * that cannot be copied again.
 */
async function chooseParent({ base, user }: ServerPlace): Promise<string> {
  if (canReach(base, user)) return base;
  for (const parent of ["/var/lib/copydesk", join(tmpdir(), "copydesk-binaries")]) {
    const isNew = !existsSync(parent);
    await makeFolder(parent).catch(() => undefined);
    if (isNew && existsSync(parent)) await chmod(parent, 0o755);
    const found = await lstat(parent).catch(() => null);
    const onlyRoots = found?.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0;
    if (onlyRoots && canReach(parent, user)) return parent;
  }
  throw new AppError(
    "store_unavailable",
    `PostgreSQL does not run as root, and its user cannot reach ${base}. Choose a data folder elsewhere with --data or COPYDESK_DATA.`,
  );
}

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  const entries = await readdir(from, { withFileTypes: true });
  const copies = entries.map(async (entry) => {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && entry.name !== "pkgconfig") await copyTree(source, target);
    if (entry.isFile() && !entry.name.endsWith(".a")) await copyProgramFile(source, target);
  });
  await Promise.all(copies);
}

// Modes are set because a strict umask at installation would keep the server's user out. Files are synced
// before their folder gets its final name, because a copy is never checked again.
async function copyProgramFile(source: string, target: string): Promise<void> {
  await copyFile(source, target, constants.COPYFILE_FICLONE);
  const file = await open(target, "r");
  try {
    const { mode } = await file.stat();
    await file.chmod((mode & 0o100) === 0 ? 0o644 : 0o755);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Does what the package's install script would do, which package managers may block. */
async function linkLibraries(folder: string): Promise<void> {
  const list = await readFile(join(folder, "pg-symlinks.json"), "utf8").catch(() => "[]");
  const links = JSON.parse(list) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(folder, relative("native", target));
    await symlink(relative(dirname(target), source), path);
  }
}

async function removeOthers(parent: string, kept: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const path = join(parent, name);
    if (name.startsWith("bin-") && path !== kept)
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}
