import type { HostConnection, HostOptions } from "../types.ts";
import { canWrite } from "./can-write.ts";
import { createGiteaClient } from "./client.ts";
import { commitFiles } from "./commit-files.ts";
import { ensureFork } from "./ensure-fork.ts";
import { listFeedback } from "./list-feedback.ts";
import { publishChecks } from "./publish-checks.ts";
import { createPullRequests } from "./pull-requests.ts";
import { readChecks } from "./read-checks.ts";
import { createHostReview } from "./review.ts";

/** git accepts the token as the password of any user. */
const anyUser = "copydesk";

/** `host`: what people call it. Throws `invalid_configuration` without a token, `invalid_repository_url`. */
export function connect(host: string, options: HostOptions): HostConnection {
  const client = createGiteaClient(host, options);
  const { token = "", username } = options.credentials;
  return {
    pullRequests: createPullRequests(client, options),
    review: createHostReview(client, options),
    httpLogin: async () => ({ username: username || anyUser, password: token }),
    canWrite: (login) => canWrite(client, login),
    ensureFork: () => ensureFork(client, options.repository),
    commitFiles: (commit) => commitFiles(client, commit),
    listFeedback: (query) => listFeedback(client, query),
    readChecks: ({ commit }) => readChecks(client, commit),
    publishChecks: (report) => publishChecks(client, report),
  };
}
