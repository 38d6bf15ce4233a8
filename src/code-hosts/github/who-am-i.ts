import { randomUUID } from "node:crypto";
import { z } from "zod";
import { AppError } from "../../errors.ts";
import type { RestRequest } from "../rest/create-rest-client.ts";
import { findOne } from "../rest/find-one.ts";
import { statusOf } from "../to-host-error.ts";
import type { HostIdentity } from "../types.ts";
import type { GithubClient } from "./client.ts";
import type { AppTokens } from "./create-app-tokens.ts";
import { repositorySchema, userSchema } from "./schemas.ts";

type Repository = z.output<typeof repositorySchema>;

/** Names on GitHub's pages, and keys in its API. */
const needed: readonly [name: string, key: string][] = [
  ["Contents: write", "contents"],
  ["Pull requests: write", "pull_requests"],
  ["Issues: write", "issues"],
];

const repoScope = "repo (scope)";

/**
 * An App's permissions come from its installation, a classic token's scopes from a header; a fine-grained
 * token's have to be tried.
 */
export async function whoAmI(client: GithubClient): Promise<HostIdentity> {
  if (client.app !== null) return await whichApp(client, client.app);
  const { data: user, headers } = await client.request({
    path: "/user",
    action: "ask who the token belongs to",
    schema: userSchema,
  });
  const scopes = headers.get("x-oauth-scopes")?.split(/,\s*/) ?? null;
  const repository = await findRepository(client);
  if (repository === null && scopes !== null && !scopes.includes("repo")) {
    return { login: user.login, missing: [repoScope] };
  }
  if (repository === null) throw notShown(client);
  const role = repository.permissions?.push === false ? ["Write (role in the repository)"] : [];
  const missing =
    scopes === null ? await tryPermissions(client, repository) : missingScopes(scopes, repository);
  return { login: user.login, missing: [...role, ...missing] };
}

/** Requests a token as well, because the installation may be suspended. */
async function whichApp(client: GithubClient, app: AppTokens): Promise<HostIdentity> {
  const { permissions } = await app.installation();
  await client.token();
  const missing = needed.filter(([, key]) => !["write", "admin"].includes(permissions[key] ?? ""));
  return { login: await app.login(), missing: missing.map(([name]) => name) };
}

async function findRepository(client: GithubClient): Promise<Repository | null> {
  const action = "read the repository";
  const found = await findOne(client, { path: client.path, action, schema: repositorySchema });
  if (!found?.archived) return found;
  throw new AppError(
    "code_host_refused",
    `${found.full_name} is archived: GitHub accepts no pull requests there.`,
  );
}

function notShown({ owner, name }: GithubClient): AppError {
  return new AppError(
    "code_host_refused",
    `Could not read the repository: GitHub answered 404. ${owner}/${name} is not there, or not among the repositories that the token may see.`,
    { details: { status: 404, hostText: "Not Found" } },
  );
}

function missingScopes(scopes: readonly string[], repository: Repository): string[] {
  const isEnough = scopes.includes("repo") || (!repository.private && scopes.includes("public_repo"));
  return isEnough ? [] : [repoScope];
}

/**
 * GitHub does not expose the permissions of a fine-grained token: a repository's `permissions` are its
 * owner's. The probes lack a title, or name a commit or a colour that does not exist, so they are always
 * refused: with 403 if the permission is missing, else with 422.
 */
async function tryPermissions(client: GithubClient, repository: Repository): Promise<string[]> {
  const nowhere = `copydesk/permission-probe-${randomUUID()}`;
  const attempts: [part: string, body: object][] = [
    ["git/refs", { ref: `refs/heads/${nowhere}`, sha: "0".repeat(40) }],
    ["pulls", { head: nowhere, base: repository.default_branch }],
    ["labels", { name: nowhere, color: "none" }],
  ];
  const missing: string[] = [];
  for (const [at, [part, body]] of attempts.entries()) {
    const path = `${client.path}/${part}`;
    const request = { path, body, action: "see what the token may do", schema: z.unknown() };
    if (await isForbidden(client, { ...request, method: "POST" })) missing.push(needed[at]![0]);
  }
  return missing;
}

/** GitHub also refuses with 404, to hide what exists. */
async function isForbidden(client: GithubClient, request: RestRequest<z.ZodUnknown>): Promise<boolean> {
  try {
    await client.request(request);
    return false;
  } catch (error) {
    const status = statusOf(error);
    if (status === 403 || status === 404) return true;
    // 409: the repository is empty; 410: it has no issues. Both are checked after the permission.
    if (status === 422 || status === 409 || status === 410) return false;
    throw error;
  }
}
