import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "../../errors.ts";
import { listItems } from "../rest/list-pages.ts";
import { isUncertain, statusOf } from "../to-host-error.ts";
import type { Fork, HostOptions } from "../types.ts";
import type { GitlabClient } from "./client.ts";
import { type Project, projectSchema } from "./schemas.ts";

const firstPauseMs = 250;
const pauseMsMax = 5_000;
const copyMsMax = 5 * 60_000;

/**
 * Returns the token owner's fork and creates it if necessary. Waits up to five minutes for the host to copy
 * the repository.
 */
export async function ensureFork(client: GitlabClient, options: HostOptions): Promise<Fork> {
  const { username } = await client.ownUser();
  const fork = (await findFork(client, username)) ?? (await makeFork(client, username));
  const { path_with_namespace: path, namespace } = await untilCopied(client, options, fork);
  const folders = path.split("/").map(encodeURIComponent).join("/");
  return { owner: namespace.full_path, repository: `${client.root}/${folders}.git` };
}

async function findFork(client: GitlabClient, username: string): Promise<Project | null> {
  const forks = listItems(client, {
    path: `${client.path}/forks`,
    query: { owned: true },
    action: "look for the fork",
    schema: projectSchema,
  });
  for await (const fork of forks) if (fork.namespace.full_path === username) return fork;
  return null;
}

/** After a conflict or a lost answer, returns the existing fork. */
async function makeFork(client: GitlabClient, username: string): Promise<Project> {
  try {
    const { data } = await client.request({
      method: "POST",
      path: `${client.path}/fork`,
      action: `fork the project for ${username}`,
      schema: projectSchema,
    });
    return data;
  } catch (error) {
    if (statusOf(error) !== 409 && !isUncertain(error)) throw error;
    const found = await findFork(client, username);
    if (found === null) throw error;
    return found;
  }
}

async function untilCopied(
  client: GitlabClient,
  { sleep, signal }: HostOptions,
  fork: Project,
): Promise<Project> {
  const reading = { path: `/projects/${fork.id}`, action: "read the fork", schema: projectSchema };
  let now = fork;
  let pauseMs = firstPauseMs;
  for (let waitedMs = 0; now.import_status === "scheduled" || now.import_status === "started"; ) {
    if (waitedMs >= copyMsMax) {
      throw new AppError("code_host_unavailable", `GitLab is still copying ${fork.path_with_namespace}.`);
    }
    await (sleep ?? realSleep)(pauseMs, signal);
    waitedMs += pauseMs;
    pauseMs = Math.min(pauseMs * 2, pauseMsMax);
    now = (await client.request(reading)).data;
  }
  if (now.import_status !== "failed") return now;
  const reason = now.import_error ?? "no reason given";
  throw new AppError("code_host_refused", `GitLab could not copy ${fork.path_with_namespace}: ${reason}`);
}

async function realSleep(ms: number, signal?: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal });
}
