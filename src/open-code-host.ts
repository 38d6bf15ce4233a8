import { join } from "node:path";
import { createLocalHost } from "./code-hosts/local/create-local-host.ts";
import type { CodeHost, OpenCodeHost } from "./code-hosts/types.ts";
import type { Config } from "./config.ts";
import { AppError } from "./errors.ts";
import { ensureMirror } from "./git/ensure-mirror.ts";
import { isMerged } from "./git/is-merged.ts";
import { parseRepository } from "./git/parse-repository.ts";
import type { Database } from "./store/database.ts";
import { createPullRequestStore } from "./store/pull-requests/create-pull-request-store.ts";

interface HostDeps {
  database: Database;
  publicUrl: string;
  config: Pick<Config, "dataFolder" | "allowPrivateAddresses">;
}

/** The code host that a project names. */
export function openCodeHost(
  { database, publicUrl, config }: HostDeps,
  { host, projectId, repository }: Parameters<OpenCodeHost>[0],
): CodeHost {
  if (host !== "local") throw new AppError("invalid_configuration", `There is no code host "${host}".`);
  const parsed = parseRepository(repository);
  return createLocalHost({
    pullRequests: createPullRequestStore(database),
    publicUrl,
    projectId,
    async isMerged({ baseRef, headCommit }) {
      const mirror = await ensureMirror(join(config.dataFolder, "mirrors"), parsed);
      const { allowPrivateAddresses } = config;
      return await isMerged({ mirror, repository: parsed, baseRef, headCommit, allowPrivateAddresses });
    },
  });
}
