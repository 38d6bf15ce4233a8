import type { HostConnection, HostOptions } from "../types.ts";
import { canWrite } from "./can-write.ts";
import { createAzureClient } from "./client.ts";
import { ensureFork } from "./ensure-fork.ts";
import { listFeedback } from "./list-feedback.ts";
import { publishChecks } from "./publish-checks.ts";
import { createPullRequests } from "./pull-requests.ts";
import { readChecks } from "./read-checks.ts";
import { createHostReview } from "./review.ts";

/** git accepts the token as the password of any user. */
const anyUser = "copydesk";

/** Throws `invalid_configuration` without a token, `invalid_repository_url`. */
export function connect(options: HostOptions): HostConnection {
  const client = createAzureClient(options);
  const { token = "", username } = options.credentials;
  return {
    pullRequests: createPullRequests(client, options),
    review: createHostReview(client, options),
    httpLogin: async () => ({ username: username || anyUser, password: token }),
    canWrite: (author) => canWrite(client, author),
    ensureFork: () => ensureFork(client, options),
    listFeedback: (query) => listFeedback(client, query),
    readChecks: (checked) => readChecks(client, checked),
    publishChecks: (report) => publishChecks(client, report),
  };
}
