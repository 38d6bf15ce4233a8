import type { HostModule } from "../types.ts";
import { connect } from "./connect.ts";
import { readWebhook } from "./read-webhook.ts";

/** Forgejo is a fork of Gitea with the same API; only names differ. */
function createModule(host: string, folders: readonly string[]): HostModule {
  return {
    facts: {
      templatePaths: folders.map((folder) => `${folder}pull_request_template.md`),
      noun: "pull request",
      tellsChecks: true,
      folds: true,
    },
    connect: (options) => connect(host, options),
    readWebhook,
  };
}

export const giteaModule = createModule("Gitea", ["", ".gitea/", ".github/"]);

export const forgejoModule = createModule("Forgejo", ["", ".forgejo/", ".gitea/", ".github/", "docs/"]);
