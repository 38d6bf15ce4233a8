import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { translateFull } from "../mirror/ensure-mirror.ts";
import { gitOutput } from "../programs/git-output.ts";
import { remoteUrl } from "../remote/open-remote.ts";
import type { ParsedRepository } from "../remote/parse-repository.ts";

interface HistoryPlace {
  /** Folder in which the history folder is created. */
  mirrorsFolder: string;
  repository: ParsedRepository;
  /** What fetches leave out: `tree:0` or `blob:none`, for example. */
  filter: string;
  signal?: AbortSignal;
}

export interface HistoryFolder {
  gitDirectory: string;
  remove(): Promise<void>;
}

/**
 * Creates a git directory for reading history. The mirror is not used, because a commit without its tree
 * there would spoil the next fetch. Throws `workspace_disk_full`.
 */
export async function makeHistoryFolder(place: HistoryPlace): Promise<HistoryFolder> {
  const { mirrorsFolder, repository, filter, signal } = place;
  const gitDirectory = await mkdtemp(join(mirrorsFolder, "history-")).catch(translateFull);
  const remove = () => rm(gitDirectory, { recursive: true, force: true });
  try {
    const init = ["init", "--quiet", "--bare", "--template=", "--initial-branch=main", "--", gitDirectory];
    await gitOutput(init, { signal });
    const url = remoteUrl(repository).replace(/["\\]/g, "\\$&");
    const configuration = [
      "[core]\n\trepositoryformatversion = 1\n\tbare = true\n\tfsync = none",
      "[extensions]\n\tpartialClone = origin",
      `[remote "origin"]\n\turl = "${url}"\n\tpromisor = true\n\tpartialclonefilter = ${filter}\n`,
    ];
    await writeFile(join(gitDirectory, "config"), configuration.join("\n"));
    return { gitDirectory, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Creates a history folder for the duration of `work`. */
export async function withHistoryFolder<T>(
  place: HistoryPlace,
  work: (gitDirectory: string) => Promise<T>,
): Promise<T> {
  const { gitDirectory, remove } = await makeHistoryFolder(place);
  try {
    return await work(gitDirectory);
  } finally {
    await remove();
  }
}
