import { setTimeout as wait } from "node:timers/promises";
import type { z } from "zod";
import { AppError, isAppError } from "../../errors.ts";
import { pathSegment } from "../path-segment.ts";
import { findOne } from "../rest/find-one.ts";
import { siblingRepository } from "../sibling-repository.ts";
import { statusOf } from "../to-host-error.ts";
import type { Fork, HostOptions } from "../types.ts";
import { type GithubClient, repositoryPath } from "./client.ts";
import { isSameName } from "./find-open-pull-request.ts";
import { refSchema, repositorySchema } from "./schemas.ts";

type Repository = z.output<typeof repositorySchema>;

/** One minute in total. GitHub creates forks a while after it has responded. */
const pausesMs = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/**
 * Returns the token owner's fork, creates it if necessary, and waits until git can read it. GitHub Apps are
 * refused.
 */
export async function ensureFork(client: GithubClient, options: HostOptions): Promise<Fork> {
  if (client.app !== null) {
    throw new AppError(
      "code_host_refused",
      "A GitHub App has no account that a fork could belong to: let it push to the repository, or use a token.",
    );
  }
  const login = await client.ownLogin();
  const likely = await findOne(client, {
    path: repositoryPath(login, client.name),
    action: "look for the fork",
    schema: repositorySchema,
  });
  const fork = likely !== null && isForkOf(client, likely) ? likely : await makeFork(client);
  await waitForFork(client, options, fork);
  const own = { owner: fork.owner.login, name: fork.name };
  return { owner: own.owner, repository: siblingRepository(options.repository, own) };
}

/** If a fork already exists, GitHub returns it, whatever its name. */
async function makeFork(client: GithubClient): Promise<Repository> {
  try {
    const { data } = await client.request({
      method: "POST",
      path: `${client.path}/forks`,
      body: { default_branch_only: true },
      action: "fork the repository",
      schema: repositorySchema,
      repeatable: true,
    });
    return data;
  } catch (error) {
    if (!isAppError(error, "code_host_forbidden")) throw error;
    throw new AppError(
      error.code,
      `${error.message} A fine-grained token reaches the repositories of one owner only: forks need a classic token with the scope repo.`,
      { cause: error, details: error.details },
    );
  }
}

async function waitForFork(
  client: GithubClient,
  { sleep = (ms, signal) => wait(ms, undefined, { signal }), signal }: HostOptions,
  fork: Repository,
): Promise<void> {
  for (const pauseMs of [...pausesMs, null]) {
    if (await hasBranch(client, fork)) return;
    if (pauseMs !== null) await sleep(pauseMs, signal);
  }
  throw new AppError(
    "code_host_unavailable",
    `The fork ${fork.full_name} is not ready: GitHub is still copying the repository.`,
    { details: { status: 0, hostText: "" } },
  );
}

/** 409: the repository is there, but has no commits yet. */
async function hasBranch(client: GithubClient, fork: Repository): Promise<boolean> {
  try {
    const branch = pathSegment(`heads/${fork.default_branch}`);
    const ref = await findOne(client, {
      path: `${repositoryPath(fork.owner.login, fork.name)}/git/ref/${branch}`,
      action: "check whether the fork is ready",
      schema: refSchema,
    });
    return ref !== null;
  } catch (error) {
    if (statusOf(error) === 409) return false;
    throw error;
  }
}

/** A fork of a fork also counts: both belong to the same network. */
function isForkOf({ owner, name }: GithubClient, found: Repository): boolean {
  return [found.parent, found.source].some(
    (origin) => origin != null && isSameName(origin.full_name, `${owner}/${name}`),
  );
}
