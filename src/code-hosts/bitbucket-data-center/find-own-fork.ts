import type { DataCenterClient } from "./client.ts";
import { type DataCenterRepository, repositorySchema } from "./schemas.ts";

/** Finds the fork in the personal project of the token's owner, whatever its name. */
export async function findOwnFork(client: DataCenterClient): Promise<DataCenterRepository | null> {
  const name = (await client.ownName())?.toLowerCase();
  if (name === undefined) return null;
  const forks = client.list({
    path: `${client.path}/forks`,
    item: repositorySchema,
    action: "read the forks of the repository",
  });
  for await (const fork of forks) {
    if (fork.project.owner?.name.toLowerCase() === name) return fork;
  }
  return null;
}
