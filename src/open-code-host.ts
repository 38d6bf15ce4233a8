import { createLocalHost } from "./code-hosts/local/create-local-host.ts";
import type { CodeHost } from "./code-hosts/types.ts";
import { AppError } from "./errors.ts";
import type { Database } from "./store/database.ts";
import { createPullRequestStore } from "./store/pull-requests/create-pull-request-store.ts";

/** The code host that a project names. */
export function openCodeHost(
  { database, publicUrl }: { database: Database; publicUrl: string },
  { host, projectId }: { host: string; projectId: string },
): CodeHost {
  if (host !== "local") throw new AppError("invalid_configuration", `There is no code host "${host}".`);
  return createLocalHost({ pullRequests: createPullRequestStore(database), publicUrl, projectId });
}
