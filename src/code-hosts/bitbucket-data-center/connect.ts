import type { HostConnection, HostOptions } from "../types.ts";
import { canWrite } from "./can-write.ts";
import { createDataCenterClient } from "./client.ts";
import { ensureFork } from "./ensure-fork.ts";
import { listFeedback } from "./list-feedback.ts";
import { publishChecks } from "./publish-checks.ts";
import { createPullRequests } from "./pull-requests.ts";
import { readChecks } from "./read-checks.ts";
import { createHostReview } from "./review.ts";

/** User name for tokens without an owner. */
const noUser = "x-token-auth";

/** Throws `invalid_configuration` without a token, `invalid_repository_url`. */
export function connect(options: HostOptions): HostConnection {
  const client = createDataCenterClient(options);
  const { token = "", username } = options.credentials;
  return {
    pullRequests: createPullRequests(client, options),
    review: createHostReview(client, options),
    httpLogin: async () => ({ username: username || ((await client.ownName()) ?? noUser), password: token }),
    canWrite: (login) => canWrite(client, login),
    ensureFork: () => ensureFork(client, options),
    listFeedback: (query) => listFeedback(client, query),
    readChecks: ({ commit }) => readChecks(client, commit),
    publishChecks: (report) => publishChecks(client, report),
  };
}
