import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rename, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../files/make-folder.ts";
import { sizeLimitsDefault } from "../fetch/assert-repository-size.ts";
import { gitOutput } from "../programs/git-output.ts";
import { diskFull } from "../programs/run-git.ts";
import { remoteUrl, repositoryName } from "../remote/open-remote.ts";
import type { ParsedRepository } from "../remote/parse-repository.ts";

interface MirrorKind {
  /** False: files are fetched one by one when they are read, into a separate mirror. */
  withFiles?: boolean;
}

/**
 * Returns the bare repository that keeps what was fetched of one repository: `<mirrorsFolder>/<hash>`. It
 * is created under another name and renamed, so that nobody sees a half-made one; of two creators the first
 * wins. Throws `workspace_disk_full`.
 */
export async function ensureMirror(
  mirrorsFolder: string,
  repository: ParsedRepository,
  signal?: AbortSignal,
  { withFiles = true }: MirrorKind = {},
): Promise<string> {
  const mirror = mirrorPath(mirrorsFolder, repository, { withFiles });
  if (await touch(join(mirror, "HEAD"))) return mirror;
  await makeFolder(mirrorsFolder, { mode: 0o700 }).catch(translateFull);
  const draft = await mkdtemp(join(mirrorsFolder, "new-")).catch(translateFull);
  try {
    await gitOutput(["init", "--quiet", "--bare", "--template=", "--initial-branch=main", "--", draft], {
      signal,
    });
    await writeFile(join(draft, "config"), mirrorConfiguration(remoteUrl(repository), withFiles));
    await rename(draft, mirror);
  } catch (error) {
    if (!(await touch(join(mirror, "HEAD")))) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return mirror;
}

function mirrorPath(mirrorsFolder: string, repository: ParsedRepository, kind: MirrorKind = {}): string {
  return join(mirrorsFolder, mirrorName(repository, kind));
}

/** Returns the name of the mirror's folder, whether or not it exists. */
export function mirrorName(repository: ParsedRepository, { withFiles = true }: MirrorKind = {}): string {
  const name = createHash("sha256")
    .update(`${withFiles ? "" : "names:"}${repository.kind}:${repositoryName(repository)}`)
    .digest("hex");
  return name.slice(0, 32);
}

/** Removes the mirror of a repository that no job uses any more; does nothing if there is none. */
export async function removeMirror(mirrorsFolder: string, repository: ParsedRepository): Promise<void> {
  // Renamed first, so that nobody sees a half-removed one. A worker sweeps away what is left.
  const aside = join(mirrorsFolder, `new-${randomBytes(6).toString("hex")}`);
  const isThere = await rename(mirrorPath(mirrorsFolder, repository), aside).then(
    () => true,
    () => false,
  );
  if (isThere) await rm(aside, { recursive: true, force: true }).catch(() => undefined);
}

/**
 * Leaves files over the limit out of the fetch if the host supports it: as a partial clone the mirror may
 * lack them, and `assertRepositorySize` notices.
 */
function mirrorConfiguration(url: string, withFiles: boolean): string {
  const quoted = url.replace(/["\\]/g, "\\$&");
  return [
    "[core]\n\trepositoryformatversion = 1\n\tbare = true",
    "[extensions]\n\tpartialClone = origin",
    `[remote "origin"]\n\turl = "${quoted}"\n\tpromisor = true`,
    `\tpartialclonefilter = ${withFiles ? `blob:limit=${sizeLimitsDefault.maxFileBytes + 1}` : "blob:none"}\n`,
  ].join("\n");
}

/** Marks the mirror as in use, for those who free disk space; returns whether it exists. */
async function touch(path: string): Promise<boolean> {
  const now = new Date();
  return await utimes(path, now, now).then(
    () => true,
    () => false,
  );
}

export function translateFull(error: unknown): never {
  const { code } = error as NodeJS.ErrnoException;
  throw code === "ENOSPC" || code === "EDQUOT" ? diskFull(error) : error;
}
