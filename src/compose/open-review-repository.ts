import { join } from "node:path";
import type { Config } from "../config.ts";
import { AppError, isAppError } from "../errors.ts";
import { fetchCommit } from "../git/fetch/fetch-commit.ts";
import { ensureMirror } from "../git/mirror/ensure-mirror.ts";
import type { Mirrors } from "../git/mirror/open-mirrors.ts";
import { isFile } from "../git/mirror/snapshot.ts";
import { parseRepository } from "../git/remote/parse-repository.ts";
import type { ReviewJob } from "../review/load-review-job.ts";
import type { CommitFiles, ReviewRepository } from "../review/review-deps.ts";
import type { OpenProjectHost } from "../worker/project-host.ts";
import { toRemoteNetwork } from "./create-network.ts";

const fetchMs = 30_000;

/** Reads commits through a mirror of this machine: the one that its workers use, or a separate one. */
export function openReviewRepository(
  config: Config,
  { mirrors, openProjectHost }: { mirrors: Mirrors; openProjectHost: OpenProjectHost },
): ReviewRepository {
  const { allowPrivateAddresses, dataFolder } = config;
  const network = toRemoteNetwork(config);

  async function bring(job: ReviewJob, commit: string): Promise<string> {
    const repository = parseRepository(job.repository);
    const signal = AbortSignal.timeout(fetchMs);
    const mirror = await ensureMirror(join(dataFolder, "mirrors"), repository, signal);
    const access = () => openProjectHost(job, signal).access();
    const remote = { repository, allowPrivateAddresses, network, access };
    const isThere = await fetchCommit({
      ...remote,
      mirror,
      commit,
      jobId: job.id,
      name: `review-${commit.slice(0, 12)}`,
      signal,
    }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      throw new AppError("repository_unreachable", "The repository did not respond in time.", {
        cause: error,
      });
    });
    if (isThere) return mirror;
    throw new AppError("repository_unreachable", `The repository no longer has the commit ${commit}.`);
  }

  return {
    async withCommit(job, commit, use) {
      const mirror = await mirrors.open(await bring(job, commit).catch(tellUnreachable));
      try {
        const snapshot = await mirror.snapshot(commit);
        const files: CommitFiles = {
          has: (path) => snapshot.find(path) !== null,
          async read(path, { bytesMax }) {
            const entry = snapshot.find(path);
            if (entry === null || !isFile(entry)) return null;
            if (entry.bytes > bytesMax) return "too_large";
            return await mirror.readBlob(entry.id);
          },
        };
        return await use(files);
      } finally {
        mirror.release();
      }
    },
  };
}

/**
 * Reports any failure of git as an unreachable repository: the stored parts of the change can still be read.
 */
function tellUnreachable(error: unknown): never {
  if (isAppError(error, "git_failed") || isAppError(error, "repository_empty"))
    throw new AppError("repository_unreachable", error.message, { cause: error });
  throw error;
}
