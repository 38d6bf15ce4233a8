import { AppError } from "../errors.ts";
import { createMirrors } from "../git/mirror/open-mirrors.ts";
import { loadClaimed } from "../jobs/lease/load-claimed.ts";
import { createPageRenderer } from "../rendering/create-page-renderer.ts";
import type { ReviewDeps } from "../review/review-deps.ts";
import { basePathOf } from "../server/http/base-path.ts";
import { commitSuggestions } from "../worker/commit-suggestions.ts";
import { createReviewHosts, type ReviewHostDeps } from "./create-review-hosts.ts";
import { createRunDeps } from "./create-run-deps.ts";
import { openJobGate } from "./open-job-gate.ts";
import { createProjectHosts } from "./open-project-host.ts";
import { openReviewRepository } from "./open-review-repository.ts";

// Reviews read a few files of a commit, not whole sites.
const cacheBytesMax = 64 * 1_000_000;

/**
 * Provides what reviews need besides the store. Nothing starts before the first review needs it. `folder`
 * belongs to this process.
 */
export function createReviewDeps(
  hosts: ReviewHostDeps,
  folder: string,
): { deps: ReviewDeps; close(): Promise<void> } {
  const { config, database } = hosts;
  const mirrors = createMirrors({ folder, cacheBytes: Math.min(cacheBytesMax, config.fileCacheBytes) });
  const renderer = createPageRenderer();
  const openProjectHost = createProjectHosts(hosts);
  const own = { log: hosts.log, workspacesFolder: folder, openProjectHost, knownSecrets: hosts.knownSecrets };
  // Its processes start with the first suggestion.
  let run: ReturnType<typeof createRunDeps> | null = null;
  const commit: ReviewDeps["commitSuggestions"] = async (address, suggested) => {
    run ??= createRunDeps(config, own);
    const job = await loadClaimed(database, address);
    const { baseRef, baseCommit, headCommit } = job;
    if (baseRef === null || baseCommit === null || headCommit === null)
      throw new AppError("merge_not_allowed", "The job has pushed nothing that can be edited.");
    const spec = { ...job, baseRef, baseCommit, headCommit, callPrefix: job.id };
    return await commitSuggestions(run.deps, spec, await openJobGate(hosts, job), suggested);
  };
  return {
    deps: {
      database,
      repository: openReviewRepository(config, { mirrors, openProjectHost }),
      openReview: createReviewHosts(hosts),
      render: renderer.render,
      commitSuggestions: (address, suggested) => commit(address, suggested),
      basePath: basePathOf(config.publicUrl),
    },
    async close() {
      renderer.close();
      await run?.close();
      await mirrors.close();
    },
  };
}
