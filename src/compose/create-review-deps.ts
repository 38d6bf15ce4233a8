import { createMirrors } from "../git/mirror/open-mirrors.ts";
import { createPageRenderer } from "../rendering/create-page-renderer.ts";
import type { ReviewDeps } from "../review/review-deps.ts";
import { basePathOf } from "../server/base-path.ts";
import { createReviewHosts, type ReviewHostDeps } from "./create-review-hosts.ts";
import { createProjectHosts } from "./open-project-host.ts";
import { openReviewRepository } from "./open-review-repository.ts";

// Reviews read a few files of a commit, not whole sites.
const cacheBytesMax = 64 * 1_000_000;

/** What reviews need beside the store. Nothing is started before the first review asks for it. `folder`: of this process. */
export function createReviewDeps(
  hosts: ReviewHostDeps,
  folder: string,
): { deps: ReviewDeps; close(): Promise<void> } {
  const { config, database } = hosts;
  const mirrors = createMirrors({ folder, cacheBytes: Math.min(cacheBytesMax, config.fileCacheBytes) });
  const renderer = createPageRenderer();
  const openProjectHost = createProjectHosts(hosts);
  return {
    deps: {
      database,
      repository: openReviewRepository(config, { mirrors, openProjectHost }),
      openReview: createReviewHosts(hosts),
      render: renderer.render,
      basePath: basePathOf(config.publicUrl),
    },
    async close() {
      renderer.close();
      await mirrors.close();
    },
  };
}
