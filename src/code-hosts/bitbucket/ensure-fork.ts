import { setTimeout as wait } from "node:timers/promises";
import type { z } from "zod";
import { AppError } from "../../errors.ts";
import { pathSegment } from "../path-segment.ts";
import { siblingRepository } from "../sibling-repository.ts";
import { isUncertain, statusOf } from "../to-host-error.ts";
import type { Fork, HostOptions } from "../types.ts";
import type { BitbucketClient } from "./client.ts";
import { branchSchema, repositorySchema } from "./schemas.ts";

type Repository = z.output<typeof repositorySchema>;

const looksMax = 30;
const pauseMs = 1_000;

/**
 * Returns the fork in the token owner's own workspace and creates it if necessary, under another name if
 * another repository there already has the name.
 */
export async function ensureFork(client: BitbucketClient, options: HostOptions): Promise<Fork> {
  const owner = await client.ownWorkspace();
  if (owner === null) {
    throw new AppError(
      "code_host_refused",
      "Could not fork the repository: the token's owner has no workspace of their own on Bitbucket.",
    );
  }
  for (const name of [client.slug, `${client.workspace}-${client.slug}`]) {
    const there = await findRepository(client, owner, name);
    if (there !== null && !isForkOf(client, there)) continue;
    if (there === null) await makeFork(client, owner, name);
    await untilReady(client, options, { owner, name });
    return { owner, repository: siblingRepository(options.repository, { owner, name }) };
  }
  throw new AppError(
    "code_host_refused",
    `Could not fork the repository: ${owner} has other repositories of the names ${client.slug} and ${client.workspace}-${client.slug}.`,
  );
}

/** If the name is refused or an answer lost, uses the existing fork. */
async function makeFork(client: BitbucketClient, owner: string, name: string): Promise<void> {
  const parent = await client.find(client.path, repositorySchema, "read the repository");
  try {
    await client.request({
      method: "POST",
      path: `${client.path}/forks`,
      body: {
        name,
        workspace: { slug: owner },
        ...(parent?.is_private ? { is_private: true } : {}),
      },
      action: `fork the repository to ${owner}`,
      schema: repositorySchema,
    });
  } catch (error) {
    if (statusOf(error) !== 400 && !isUncertain(error)) throw error;
    const made = await findRepository(client, owner, name);
    if (made === null || !isForkOf(client, made)) throw error;
  }
}

/** The host responds before the branches have been copied. */
async function untilReady(
  client: BitbucketClient,
  { sleep, signal }: HostOptions,
  { owner, name }: { owner: string; name: string },
): Promise<void> {
  const path = `/repositories/${pathSegment(owner)}/${pathSegment(name)}/refs/branches`;
  for (let look = 1; look <= looksMax; look += 1) {
    const branches = client.list({ path, pageSize: 1, item: branchSchema, action: "look into the fork" });
    if (!(await branches.next()).done) return;
    await (sleep?.(pauseMs, signal) ?? wait(pauseMs, undefined, { signal }));
  }
  throw new AppError("code_host_unavailable", `Bitbucket has not filled the fork ${owner}/${name} yet.`);
}

async function findRepository(
  client: BitbucketClient,
  owner: string,
  name: string,
): Promise<Repository | null> {
  const path = `/repositories/${pathSegment(owner)}/${pathSegment(name.toLowerCase())}`;
  return await client.find(path, repositorySchema, "look for the fork");
}

function isForkOf({ workspace, slug }: BitbucketClient, found: Repository): boolean {
  return found.parent?.full_name.toLowerCase() === `${workspace}/${slug}`.toLowerCase();
}
