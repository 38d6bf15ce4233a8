import type { HostModule } from "../types.ts";
import { connect } from "./connect.ts";
import { readWebhook } from "./read-webhook.ts";

const templateFolders = [".azuredevops/", ".vsts/", "docs/", ""];
const templateNames = ["pull_request_template", "pull_request_template.md", "pull_request_template.txt"];

/** Azure DevOps Services and Azure DevOps Server. */
export const azureDevopsModule: HostModule = {
  facts: {
    templatePaths: templateFolders.flatMap((folder) => templateNames.map((name) => `${folder}${name}`)),
    noun: "pull request",
    tellsChecks: true,
  },
  connect,
  readWebhook,
};
