import { findHostModule } from "../code-hosts/host-modules.ts";
import type { OpenWebhook } from "../feedback/receive-delivery.ts";
import { loadProject } from "../projects/project-row.ts";
import { openCredentials } from "../secrets/project-credentials.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import type { Database } from "../store/database.ts";

/** Reads the deliveries of a project's code host with the project's webhook secret. */
export function createHostWebhooks(deps: { database: Database; secretBox: SecretBox }): OpenWebhook {
  return async (projectId) => {
    const project = await loadProject(deps.database, projectId);
    if (project === undefined) return null;
    const read = findHostModule(project.host)?.readWebhook;
    const credentials = openCredentials(deps.secretBox, projectId, project.credentials);
    const { webhookSecret: secret, login = null } = credentials;
    return read === undefined || secret === undefined ? null : { read, secret, login };
  };
}
