import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "../../errors.ts";
import { trimCharacters } from "../../text/trim-characters.ts";
import { pathSegment } from "../path-segment.ts";
import { statusOf } from "../to-host-error.ts";
import type { Fork, HostOptions } from "../types.ts";
import type { AzureClient } from "./client.ts";
import { nameScope } from "./missing-scope.ts";
import { type AzureRepository, listSchema, refSchema, repositorySchema } from "./schemas.ts";

const looksMax = 60;
const pauseMs = 1_000;

/**
 * Returns the token owner's fork, in the same project and named as Azure DevOps suggests: `docs.bot`. Creates
 * it if necessary.
 */
export async function ensureFork(client: AzureClient, options: HostOptions): Promise<Fork> {
  const name = await ownForkName(client);
  const fork = (await findFork(client, name)) ?? (await makeFork(client, name));
  const parent = await client.repository();
  if (!fork.isFork || (fork.parentRepository != null && fork.parentRepository.id !== parent.id)) {
    throw new AppError(
      "code_host_refused",
      `Could not fork the repository: ${client.address.project}/${name} is another repository.`,
    );
  }
  await untilFilled(client, options, name);
  return {
    owner: aliasOf((await client.owner()).login),
    repository: `${client.address.gitFolder}${pathSegment(name)}`,
  };
}

export async function ownForkName(client: AzureClient): Promise<string> {
  return `${client.address.repository}.${aliasOf((await client.owner()).login)}`;
}

/** Finds a repository by name, with its parent; null if there is none. */
export async function findFork(client: AzureClient, name: string): Promise<AzureRepository | null> {
  return await client.find({
    path: `${client.repositories}/${pathSegment(name)}`,
    query: { includeParent: true },
    schema: repositorySchema,
    action: "look for the fork",
  });
}

/** Returns `bot` for `bot@example.com` and `DOMAIN\bot`. */
function aliasOf(login: string): string {
  const alias = login.replace(/^.*\\/s, "").replace(/@.*$/s, "");
  return trimCharacters(alias.replace(/[^\w.-]+/g, "-"), ".") || "copydesk";
}

/** If the name is taken, returns the existing repository. */
async function makeFork(client: AzureClient, name: string): Promise<AzureRepository> {
  const { id, project } = await client.repository();
  try {
    const { data } = await client.request({
      method: "POST",
      path: client.repositories,
      body: {
        name,
        project: { id: project.id },
        parentRepository: { id, project: { id: project.id } },
      },
      action: "fork the repository",
      schema: repositorySchema,
      // A second repository of the same name is refused.
      repeatable: true,
    });
    return data;
  } catch (error) {
    const made = statusOf(error) === 409 ? await findFork(client, name) : null;
    if (made === null) throw nameScope(error, "manage");
    return made;
  }
}

/** The host responds before the branches have been copied. */
async function untilFilled(client: AzureClient, { sleep, signal }: HostOptions, name: string): Promise<void> {
  for (let look = 1; look <= looksMax; look += 1) {
    const { data } = await client.request({
      path: `${client.repositories}/${pathSegment(name)}/refs`,
      query: { filter: "heads/", $top: 1 },
      action: "look into the fork",
      schema: listSchema(refSchema),
    });
    if (data.value.length > 0) return;
    await (sleep?.(pauseMs, signal) ?? wait(pauseMs, undefined, { signal }));
  }
  throw new AppError("code_host_unavailable", `Azure DevOps has not filled the fork ${name} yet.`);
}
