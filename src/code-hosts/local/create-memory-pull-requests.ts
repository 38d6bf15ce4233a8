import type { PullRequestCommits, PullRequestStore, StoredPullRequest } from "./pull-request-store.ts";

/** Keeps pull requests in memory, for runs without a database. */
export function createMemoryPullRequests(): PullRequestStore {
  const projects = new Map<string, (StoredPullRequest & PullRequestCommits)[]>();
  const all = (projectId: string) => {
    const list = projects.get(projectId) ?? [];
    projects.set(projectId, list);
    return list;
  };
  const findOpen = (projectId: string, branch: string) =>
    all(projectId).find((stored) => stored.branch === branch && stored.state === "open") ?? null;
  const load = (projectId: string, number: number) => all(projectId)[number - 1] ?? null;
  return {
    findOpen: async (projectId, branch) => findOpen(projectId, branch),
    async insert(projectId, { branch, baseRef, baseCommit, headCommit }) {
      const found = findOpen(projectId, branch);
      if (found !== null) return found;
      const stored = {
        number: all(projectId).length + 1,
        state: "open" as const,
        branch,
        ...{ baseRef, baseCommit, headCommit },
        plannedMerges: [],
      };
      all(projectId).push(stored);
      return stored;
    },
    async update(projectId, number) {
      const stored = load(projectId, number);
      return stored?.state === "open" ? stored : null;
    },
    load: async (projectId, number) => load(projectId, number),
    comment: async (projectId, number) => load(projectId, number) !== null,
    async setMerged(projectId, number) {
      const stored = load(projectId, number);
      if (stored?.state === "open") stored.state = "merged";
    },
  };
}
