import type { HostModule } from "../types.ts";
import { connect } from "./connect.ts";
import { readWebhook } from "./read-webhook.ts";

/**
 * Bitbucket Cloud. It has no template files, only a default description in its settings, which the API does
 * not expose.
 */
export const bitbucketModule: HostModule = {
  facts: { templatePaths: [], noun: "pull request", tellsChecks: true },
  connect,
  readWebhook,
};
