import { openCredentials } from "../secrets/project-credentials.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import type { Database } from "../store/database.ts";
import { loadProject } from "./project-row.ts";

export interface StoredGithubApp {
  id: string;
  /** The App's page on GitHub; null, as `link`, for one that no set-up link made. */
  url: string | null;
  /** Id of the set-up link. */
  link: string | null;
  /** Whether the project has a webhook secret. */
  hasWebhook: boolean;
}

/**
 * The App whose key is stored with the project; null without one. Throws `invalid_configuration` when it
 * cannot be decrypted.
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
