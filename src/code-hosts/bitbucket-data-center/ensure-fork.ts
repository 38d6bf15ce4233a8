import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "../../errors.ts";
import { siblingRepository } from "../sibling-repository.ts";
import { isUncertain, statusOf } from "../to-host-error.ts";
import type { Fork, HostOptions } from "../types.ts";
import { type DataCenterClient, pathOf } from "./client.ts";
import { findOwnFork } from "./find-own-fork.ts";
import { type DataCenterRepository, repositorySchema } from "./schemas.ts";

const looksMax = 30;
const pauseMs = 1_000;

/**
 * Returns the token owner's fork and creates it if necessary, under another name if another repository of
 * theirs already has the name.
 */
export async function ensureFork(client: DataCenterClient, options: HostOptions): Promise<Fork> {
  const owner = await client.ownName();
  if (owner === null) {
    throw new AppError(
      "code_host_refused",
      "Could not fork the repository: a token of a project or repository has no personal project on Bitbucket.",
    );
  }
  const fork = (await findOwnFork(client)) ?? (await makeFork(client));
  await untilReady(client, options, fork);
  const key = fork.project.key.toLowerCase();
  return { owner, repository: siblingRepository(options.repository, { owner: key, name: fork.slug }) };
}

/** 409: the owner has another repository of that name, or another attempt was faster. */
async function makeFork(client: DataCenterClient): Promise<DataCenterRepository> {
  const { projectKey, slug } = client.address;
  try {
    return await forkAs(client, {});
  } catch (error) {
    if (statusOf(error) !== 409 && !isUncertain(error)) throw error;
    const made = await findOwnFork(client);
    if (made !== null) return made;
    if (statusOf(error) !== 409) throw error;
    return await forkAs(client, { name: `${projectKey.toLowerCase()}-${slug}` });
  }
}

async function forkAs(client: DataCenterClient, body: { name?: string }): Promise<DataCenterRepository> {
  const request = { method: "POST", path: client.path, body } as const;
  return (await client.request({ ...request, action: "fork the repository", schema: repositorySchema })).data;
}

/** The host responds before the fork has its content. */
async function untilReady(
  client: DataCenterClient,
  { sleep, signal }: HostOptions,
  { project, slug }: DataCenterRepository,
): Promise<void> {
  const path = pathOf({ projectKey: project.key, slug });
  for (let look = 1; look <= looksMax; look += 1) {
    const fork = await client.find(path, repositorySchema, "look into the fork");
    if (fork?.state === "AVAILABLE") return;
    await (sleep?.(pauseMs, signal) ?? wait(pauseMs, undefined, { signal }));
  }
  throw new AppError(
    "code_host_unavailable",
    `Bitbucket has not filled the fork ${project.key}/${slug} yet.`,
  );
}
