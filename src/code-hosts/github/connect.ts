import type { HostConnection, HostOptions } from "../types.ts";
import { canWrite } from "./can-write.ts";
import { createGithubClient } from "./client.ts";
import { commitFiles } from "./commit-files.ts";
import { ensureFork } from "./ensure-fork.ts";
import { listFeedback } from "./list-feedback.ts";
import { publishChecks } from "./publish-checks.ts";
import { createPullRequests } from "./pull-requests.ts";
import { readChecks } from "./read-checks.ts";
import { createHostReview } from "./review.ts";

export function connect(options: HostOptions): HostConnection {
  const client = createGithubClient(options);
  return {
    pullRequests: createPullRequests(client, options),
    review: createHostReview(client, options),
    httpLogin: async () => ({ username: "x-access-token", password: await client.token() }),
    canWrite: (login) => canWrite(client, login),
    ensureFork: () => ensureFork(client, options),
    commitFiles: (commit) => commitFiles(client, commit),
    listFeedback: (query) => listFeedback(client, query),
    readChecks: ({ commit }) => readChecks(client, commit),
    publishChecks: (report) => publishChecks(client, report),
  };
}
