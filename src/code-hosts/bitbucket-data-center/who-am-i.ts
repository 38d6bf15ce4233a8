import { z } from "zod";
import { AppError } from "../../errors.ts";
import { statusOf } from "../to-host-error.ts";
import type { HostIdentity } from "../types.ts";
import type { DataCenterClient } from "./client.ts";
import { repositorySchema } from "./schemas.ts";

/** The host's name for the permission that pushes and pull requests need, for tokens and for people. */
const writePermission = "Repository write";

/**
 * A user who may only read is missing from the list of writable repositories. A token that may only read is
 * refused before its empty request body is, so the probe changes nothing.
 */
export async function whoAmI(client: DataCenterClient): Promise<HostIdentity> {
  await assertRepository(client);
  const login = (await client.ownName()) ?? "access token";
  const isEnough = (await isAmongWritable(client)) && (await isTakenSeriously(client));
  return { login, missing: isEnough ? [] : [writePermission] };
}

async function assertRepository(client: DataCenterClient): Promise<void> {
  if ((await client.find(client.path, repositorySchema, "read the repository")) !== null) return;
  const { projectKey, slug } = client.address;
  throw new AppError(
    "code_host_refused",
    `Could not read the repository: Bitbucket answered 404. ${projectKey}/${slug} is not there, or not shown to the token.`,
    { details: { status: 404 } },
  );
}

async function isAmongWritable(client: DataCenterClient): Promise<boolean> {
  const { projectKey, slug } = client.address;
  const writable = client.list({
    path: "/repos",
    query: { projectkey: projectKey, name: slug, permission: "REPO_WRITE" },
    item: repositorySchema,
    action: "see what the token may do",
  });
  for await (const found of writable) {
    if (found.project.key.toUpperCase() === projectKey && found.slug.toLowerCase() === slug) return true;
  }
  return false;
}

async function isTakenSeriously(client: DataCenterClient): Promise<boolean> {
  try {
    const request = { method: "POST", path: `${client.path}/pull-requests`, body: {} } as const;
    await client.request({ ...request, action: "see what the token may do", schema: z.unknown() });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "code_host_forbidden") return false;
    if (statusOf(error) === 400) return true;
    throw error;
  }
}
