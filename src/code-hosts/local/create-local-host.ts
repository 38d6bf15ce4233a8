import { AppError } from "../../errors.ts";
import type { CodeHost, PullRequestRef } from "../types.ts";
import type { PullRequestStore, StoredPullRequest } from "./pull-request-store.ts";

export interface LocalHostDeps {
  pullRequests: PullRequestStore;
  /** Base of the links, without a trailing slash. */
  publicUrl: string;
  projectId: string;
}

/** The code host for repositories without one: pull requests are kept and shown by Copydesk itself. */
export function createLocalHost({ pullRequests, publicUrl, projectId }: LocalHostDeps): CodeHost {
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
      if (stored === null)
        throw new AppError("pull_request_not_found", `The project has no open pull request ${number}.`);
      return toRef(stored);
    },
    async getPullRequest(number) {
      return toRefOrNull(await pullRequests.load(projectId, number));
    },
  };
}
