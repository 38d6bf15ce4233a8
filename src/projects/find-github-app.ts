import { openCredentials } from "../secrets/project-credentials.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import type { Database } from "../store/database.ts";
import { loadProject } from "./project-row.ts";

export interface StoredGithubApp {
  id: string;
  /** The App's page on GitHub; like `link`, null if the App was not created through a set-up link. */
  url: string | null;
  /** Id of the set-up link. */
  link: string | null;
  /** True if the project has a webhook secret. */
  hasWebhook: boolean;
}

/**
 * Returns the App whose key is stored with the project; null if there is none. Throws `invalid_configuration`
 * if it cannot be decrypted.
 */
export async function findGithubApp(
  { database, secretBox }: { database: Database; secretBox: SecretBox },
  projectId: string,
): Promise<StoredGithubApp | null> {
  const project = await loadProject(database, projectId);
  const { app, webhookSecret } = openCredentials(secretBox, projectId, project?.credentials ?? null);
  if (app === undefined) return null;
  const { id, url = null, link = null } = app;
  return { id, url, link, hasWebhook: webhookSecret !== undefined };
}
