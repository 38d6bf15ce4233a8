import { AppError } from "../../errors.ts";
import type { CodeHost, PullRequestRef } from "../types.ts";
import type { PullRequestCommits, PullRequestStore, StoredPullRequest } from "./pull-request-store.ts";

export interface LocalHostDeps {
  pullRequests: PullRequestStore;
  /** Base URL of links, without a trailing slash. */
  publicUrl: string;
  projectId: string;
  /** Whether the base branch contains the commits, because people may merge with git. Absent: not checked. */
  isMerged?: (pullRequest: PullRequestCommits) => Promise<boolean>;
}

/** Code host for repositories without one: Copydesk itself stores and shows the pull requests. */
export function createLocalHost({ pullRequests, publicUrl, projectId, isMerged }: LocalHostDeps): CodeHost {
  const toRef = (stored: StoredPullRequest): PullRequestRef => ({
    number: stored.number,
    url: `${publicUrl}/projects/${encodeURIComponent(projectId)}/pulls/${stored.number}`,
    state: stored.state,
    branch: stored.branch,
  });
  const toRefOrNull = (stored: StoredPullRequest | null) => (stored === null ? null : toRef(stored));
  return {
    async findPullRequest(branch) {
      return toRefOrNull(await pullRequests.findOpen(projectId, branch));
    },
    async openPullRequest(draft) {
      return toRef(await pullRequests.insert(projectId, draft));
    },
    async updatePullRequest(number, draft) {
      const stored = await pullRequests.update(projectId, number, draft);
      if (stored === null) throw missing(`open pull request ${number}`);
      return toRef(stored);
    },
    async getPullRequest(number) {
      const stored = await pullRequests.load(projectId, number);
      if (stored?.state !== "open" || !(await isMerged?.(stored))) return toRefOrNull(stored);
      await pullRequests.setMerged(projectId, number);
      return toRef({ ...stored, state: "merged" });
    },
    async comment(number, comment) {
      if (!(await pullRequests.comment(projectId, number, comment))) throw missing(`pull request ${number}`);
    },
    whoAmI: async () => ({ login: "copydesk", missing: [] }),
  };
}

function missing(what: string): AppError {
  return new AppError("pull_request_not_found", `The project has no ${what}.`);
}
