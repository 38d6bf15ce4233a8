import type { HostModule } from "../types.ts";
import { connect } from "./connect.ts";
import { readWebhook } from "./read-webhook.ts";

export const githubModule: HostModule = {
  facts: {
    templatePaths: [
      ".github/pull_request_template.md",
      ".github/pull_request_template.txt",
      "pull_request_template.md",
      "pull_request_template.txt",
      "docs/pull_request_template.md",
      "docs/pull_request_template.txt",
    ],
    noun: "pull request",
    tellsChecks: true,
    folds: true,
  },
  connect,
  readWebhook,
};
