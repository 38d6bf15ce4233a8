import type { HostModule } from "../types.ts";
import { connect } from "./connect.ts";
import { readWebhook } from "./read-webhook.ts";

export const gitlabModule: HostModule = {
  facts: {
    templatePaths: [".gitlab/merge_request_templates/default.md"],
    noun: "merge request",
    tellsChecks: true,
    folds: true,
  },
  connect,
  readWebhook,
};
