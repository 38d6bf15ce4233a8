import type { z } from "zod";
import { pathSegment } from "../path-segment.ts";
import { siblingRepository } from "../sibling-repository.ts";
import { isUncertain, statusOf } from "../to-host-error.ts";
import type { Fork } from "../types.ts";
import type { GiteaClient } from "./client.ts";
import { repositorySchema } from "./schemas.ts";

type Repository = z.output<typeof repositorySchema>;

/**
 * Returns the token owner's fork and creates it if necessary, under another name if another repository of
 * theirs already has the name.
 */
export async function ensureFork(client: GiteaClient, repository: string): Promise<Fork> {
  const login = await client.ownLogin();
  const sameName = `/repos/${pathSegment(login)}/${pathSegment(client.name)}`;
  const likely = await client.find(sameName, repositorySchema, "look for the fork");
  if (likely !== null && isForkOf(client, likely)) return toFork(repository, likely);
  const other = likely === null ? null : `${client.owner}-${client.name}`;
  return toFork(repository, await fork(client, login, other));
}

/** Creates the fork; after a 409 or a lost answer, returns the existing one. */
async function fork(client: GiteaClient, login: string, name: string | null): Promise<Repository> {
  try {
    const { data } = await client.request({
      method: "POST",
      path: `${client.path}/forks`,
      body: name === null ? {} : { name },
      action: `fork the repository for ${login}`,
      schema: repositorySchema,
    });
    return data;
  } catch (error) {
    if (statusOf(error) !== 409 && !isUncertain(error)) throw error;
    const found = await findFork(client, login);
    if (found === null) throw error;
    return found;
  }
}

async function findFork(client: GiteaClient, login: string): Promise<Repository | null> {
  const forks = client.list({
    path: `${client.path}/forks`,
    item: repositorySchema,
    action: "read the forks of the repository",
  });
  for await (const fork of forks) {
    if (fork.owner.login.toLowerCase() === login.toLowerCase()) return fork;
  }
  return null;
}

function isForkOf({ owner, name }: GiteaClient, found: Repository): boolean {
  return found.fork === true && found.parent?.full_name.toLowerCase() === `${owner}/${name}`.toLowerCase();
}

function toFork(repository: string, { owner: { login: owner }, name }: Repository): Fork {
  return { owner, repository: siblingRepository(repository, { owner, name }) };
}
