import type { HostModule } from "../types.ts";
import { connect } from "./connect.ts";
import { readWebhook } from "./read-webhook.ts";

/** Bitbucket Data Center. Its pull request templates are settings, not files. */
export const bitbucketDataCenterModule: HostModule = {
  facts: { templatePaths: [], noun: "pull request", tellsChecks: false },
  connect,
  readWebhook,
};
