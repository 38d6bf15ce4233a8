import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rename, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../files/make-folder.ts";
import { sizeLimitsDefault } from "./assert-repository-size.ts";
import { gitOutput } from "./git-output.ts";
import { remoteUrl, repositoryName } from "./open-remote.ts";
import type { ParsedRepository } from "./parse-repository.ts";
import { diskFull } from "./run-git.ts";

interface MirrorKind {
  /** False: files are fetched one by one, when they are read. The mirror is another one then. */
  withFiles?: boolean;
}

/**
 * The bare repository that keeps what was fetched of one repository: `<mirrorsFolder>/<hash>`. It is made
 * beside its place and renamed, so that a half-made one is never seen; of two makers the first wins. Throws
 * `workspace_disk_full`.
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

/** Of its folder, whether it is there or not. */
export function mirrorName(repository: ParsedRepository, { withFiles = true }: MirrorKind = {}): string {
  const name = createHash("sha256")
    .update(`${withFiles ? "" : "names:"}${repository.kind}:${repositoryName(repository)}`)
    .digest("hex");
  return name.slice(0, 32);
}

/** Removes what was fetched of a repository that no job uses any more; nothing when there is none here. */
export async function removeMirror(mirrorsFolder: string, repository: ParsedRepository): Promise<void> {
  // Under another name first, so that a half-removed one is never seen. What stays is swept away by a worker.
  const aside = join(mirrorsFolder, `new-${randomBytes(6).toString("hex")}`);
  const isThere = await rename(mirrorPath(mirrorsFolder, repository), aside).then(
    () => true,
    () => false,
  );
  if (isThere) await rm(aside, { recursive: true, force: true }).catch(() => undefined);
}

/**
 * A file over the limit is not even fetched, where the host can leave it out: as a partial clone the mirror
 * may lack it, and `assertRepositorySize` sees that it is missing.
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

/** Says to whoever makes room that the mirror is used now; returns whether it is there. */
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
