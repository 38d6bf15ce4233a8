import type { SecretBox } from "../secrets/secret-box.ts";
import type { Database } from "../store/database.ts";
import { connectProject } from "./connect-project.ts";

/** An App created through a set-up link. */
export interface NewGithubApp {
  id: string;
  /** PEM */
  privateKey: string;
  /** Null for an App without a webhook. */
  webhookSecret: string | null;
  /** The App's page on GitHub. */
  url: string;
  /** Id of the set-up link. */
  link: string;
}

/** Stores the App with the project, replacing any other. Throws `project_not_found`. */
export async function storeGithubApp(
  deps: { database: Database; secretBox: SecretBox },
  projectId: string,
  { webhookSecret, ...app }: NewGithubApp,
): Promise<void> {
  const slug = app.url.split("/").at(-1);
  // The App is not installed yet, so GitHub could not report its permissions.
  const identify = async () => ({ login: `${slug}[bot]`, missing: [] });
  await connectProject({ ...deps, identify }, projectId, {
    credentials: { app, ...(webhookSecret === null ? {} : { webhookSecret }) },
  });
}
