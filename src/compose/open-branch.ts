import { join } from "node:path";
import { AppError, isAppError } from "../errors.ts";
import { type FetchedBase, fetchBase } from "../git/fetch/fetch-base.ts";
import { deleteJobRefs } from "../git/mirror/delete-job-refs.ts";
import type { Mirror, Mirrors } from "../git/mirror/open-mirrors.ts";
import { isFile, type Snapshot } from "../git/mirror/snapshot.ts";
import { type RemoteOptions, remoteUrl } from "../git/remote/open-remote.ts";
import { parseRepository } from "../git/remote/parse-repository.ts";
import type { ProjectRow } from "../projects/project-row.ts";
import { randomBase62 } from "../text/base62.ts";
import type { OpenProjectHost } from "../worker/project-host.ts";
import { toRemoteNetwork } from "./create-network.ts";
import type { ProjectHostDeps } from "./open-project-host.ts";

export interface BranchDeps {
  config: ProjectHostDeps["config"];
  openHost: OpenProjectHost;
  mirrors: Mirrors;
}

/** The branch's current state, held in a mirror of this machine until it is closed. */
export interface OpenBranch {
  remote: RemoteOptions;
  base: FetchedBase;
  mirror: Mirror;
  snapshot: Snapshot;
  /** Null if there is no such file, or if it is larger than `bytesMax`. */
  readFile(path: string, bytesMax: number): Promise<Buffer | null>;
  close(): Promise<void>;
}

/** Throws `repository_unreachable`, `ref_not_found`, `unavailable` and the like. */
export async function openBranch(
  { config, openHost, mirrors }: BranchDeps,
  project: ProjectRow,
  { ref, signal }: { ref: string | null; signal: AbortSignal },
): Promise<OpenBranch> {
  const { allowPrivateAddresses, dataFolder } = config;
  const repository = parseRepository(project.repository);
  const place = {
    ...{ projectId: project.id, repository: remoteUrl(repository), host: project.host },
    ...{ hostUrl: project.host_url, credentials: project.credentials },
  };
  const jobId = `pages_${randomBase62(22)}`;
  const access = project.credentials === null ? {} : { access: () => openHost(place, signal).access() };
  const remote = { repository, allowPrivateAddresses, network: toRemoteNetwork(config), ...access };
  const mirrorsFolder = join(dataFolder, "mirrors");
  try {
    const base = await fetchBase({ ...remote, mirrorsFolder, ref, jobId, signal });
    const mirror = await mirrors.open(base.mirror);
    const close = async () => {
      mirror.release();
      await deleteJobRefs(base.mirror, jobId).catch(() => undefined);
    };
    try {
      const snapshot = await mirror.snapshot(base.baseCommit, { signal });
      const readFile = async (path: string, bytesMax: number) => {
        const entry = snapshot.find(path);
        return entry === null || !isFile(entry) || entry.bytes > bytesMax
          ? null
          : await mirror.readBlob(entry.id);
      };
      return { remote, base, mirror, snapshot, readFile, close };
    } catch (error) {
      await close();
      throw error;
    }
  } catch (error) {
    throw toReadError(error, signal);
  }
}

/** Converts the error of a branch that could not be read into the one for the caller. */
export function toReadError(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted)
    return new AppError("unavailable", "Reading the pages took too long. Try again soon.", { cause: error });
  if (isAppError(error, "repository_too_large"))
    return new AppError("repository_unreachable", "The repository is too large to list its pages.", {
      cause: error,
    });
  return error;
}
