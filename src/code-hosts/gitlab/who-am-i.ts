import { AppError } from "../../errors.ts";
import { statusOf } from "../to-host-error.ts";
import type { HostCredentials, HostIdentity } from "../types.ts";
import { developerLevel, readLevel } from "./can-write.ts";
import type { GitlabClient } from "./client.ts";
import { readProject } from "./read-project.ts";
import { accessTokenSchema, type Project } from "./schemas.ts";

/** Missing permissions are given by GitLab's own names: `api (scope)`, `Developer (role)`. */
export async function whoAmI(client: GitlabClient, credentials: HostCredentials): Promise<HostIdentity> {
  const { scopes, name } = await readToken(client, credentials);
  const missing = scopes === null ? [] : missingScopes(scopes);
  const user = await client.ownUser().catch(nullWhenForbidden);
  if (user === null) {
    const login = credentials.username ?? name ?? "";
    return { login, missing: missing.length === 0 ? ["api (scope)"] : missing };
  }
  const project = await readProject(client).catch(nullWhenForbidden);
  if (project === null)
    return { login: user.username, missing: missing.length === 0 ? ["api (scope)"] : missing };
  const level = levelOf(project);
  const isDeveloper = level >= developerLevel || (await readLevel(client, user.id)) >= developerLevel;
  return { login: user.username, missing: [...missing, ...(isDeveloper ? [] : ["Developer (role)"])] };
}

/** `api` includes the repository; without it the token also needs `write_repository` for git. */
function missingScopes(scopes: readonly string[]): string[] {
  if (scopes.includes("api")) return [];
  return ["api (scope)", ...(scopes.includes("write_repository") ? [] : ["write_repository (scope)"])];
}

/** `scopes` is null if the host does not expose them. */
async function readToken(
  client: GitlabClient,
  { tokenKind }: HostCredentials,
): Promise<{ scopes: string[] | null; name: string | null }> {
  try {
    if (tokenKind === "oauth") return { scopes: await client.oauthScopes(), name: null };
    const path = "/personal_access_tokens/self";
    const action = "ask what the token may do";
    return (await client.request({ path, action, schema: accessTokenSchema })).data;
  } catch (error) {
    // Releases before 15.5 do not have this endpoint, and other kinds of token are refused.
    if (isRefusal(error)) return { scopes: null, name: null };
    throw error;
  }
}

function isRefusal(error: unknown): boolean {
  return (
    error instanceof AppError && (error.code === "code_host_refused" || error.code === "code_host_forbidden")
  );
}

/**
 * Returns the higher of the project's own and the inherited group role. Roles through invited groups are not
 * shown here.
 */
function levelOf({ permissions }: Project): number {
  const { project_access: own, group_access: inherited } = permissions ?? {};
  return Math.max(own?.access_level ?? 0, inherited?.access_level ?? 0);
}

function nullWhenForbidden(error: unknown): null {
  if (statusOf(error) === 403) return null;
  throw error;
}
