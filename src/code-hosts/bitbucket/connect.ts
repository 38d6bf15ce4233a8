import type { HostConnection, HostOptions } from "../types.ts";
import { canWrite } from "./can-write.ts";
import { createBitbucketClient, isApiToken } from "./client.ts";
import { ensureFork } from "./ensure-fork.ts";
import { listFeedback } from "./list-feedback.ts";
import { publishChecks } from "./publish-checks.ts";
import { createPullRequests } from "./pull-requests.ts";
import { readChecks } from "./read-checks.ts";
import { createHostReview } from "./review.ts";

/** Throws `invalid_configuration` without a token, `invalid_repository_url`. */
export function connect(options: HostOptions): HostConnection {
  const { credentials } = options;
  const client = createBitbucketClient(options);
  const username = isApiToken(credentials) ? "x-bitbucket-api-token-auth" : "x-token-auth";
  return {
    pullRequests: createPullRequests(client, options),
    review: createHostReview(client, options),
    httpLogin: async () => ({ username, password: credentials.token ?? "" }),
    canWrite: (login) => canWrite(client, login),
    ensureFork: () => ensureFork(client, options),
    listFeedback: (query) => listFeedback(client, query),
    readChecks: (checked) => readChecks(client, checked),
    publishChecks: (report) => publishChecks(client, report),
  };
}
