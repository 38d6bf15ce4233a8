import { z } from "zod";
import { AppError } from "../../errors.ts";
import { statusOf } from "../to-host-error.ts";
import type { HostIdentity } from "../types.ts";
import type { GiteaClient } from "./client.ts";
import { repositorySchema } from "./schemas.ts";

/**
 * Text of a 403 in any version of the host: `required scope(s): [write:issue]`, `required=[write:issue],
 * token scope=…`.
 */
const requiredScopes = "required scope(s)";

/**
 * Tokens can read neither their scopes nor their owner's permissions. The probes have empty bodies, which are
 * refused with 422; a missing scope is refused before that (403), with the host's own text.
 */
export async function whoAmI(client: GiteaClient, username: string | undefined): Promise<HostIdentity> {
  const missing: string[] = [];
  const login = await client.ownLogin().catch((error: unknown) => {
    missing.push(...missingBy(error));
    return username ?? "";
  });
  try {
    missing.push(...(await missingInRepository(client)));
  } catch (error) {
    missing.push(...missingBy(error));
  }
  for (const path of [`${client.path}/pulls`, `${client.path}/issues/0/comments`]) {
    missing.push(...(await probe(client, path)));
  }
  return { login, missing: [...new Set(missing)] };
}

async function missingInRepository(client: GiteaClient): Promise<string[]> {
  const repository = await client.find(client.path, repositorySchema, "read the repository");
  if (repository === null) {
    throw new AppError(
      "code_host_refused",
      `Could not read the repository: the host answered 404. ${client.owner}/${client.name} is not there, or not shown to the token's owner.`,
      { details: { status: 404 } },
    );
  }
  return [
    ...(repository.permissions?.push === false ? ["Write (collaborator or team)"] : []),
    ...(repository.has_pull_requests === false ? ["Pull Requests (unit of the repository)"] : []),
  ];
}

async function probe(client: GiteaClient, path: string): Promise<string[]> {
  try {
    const action = "see what the token may do";
    await client.request({ method: "POST", path, body: {}, action, schema: z.unknown() });
    return [];
  } catch (error) {
    const status = statusOf(error);
    if (status === 403) return missingBy(error);
    // 404: the repository has pull requests turned off, or has no issue 0; 423: it is archived.
    if (status === 404 || status === 422 || status === 423) return [];
    throw error;
  }
}

/** Returns the permissions that a 403 names, or its own text if it names none. Throws every other error. */
function missingBy(error: unknown): string[] {
  if (!(error instanceof AppError) || statusOf(error) !== 403) throw error;
  const text = String(error.details.hostText ?? "");
  const at = text.indexOf(requiredScopes);
  const scopes = at === -1 ? "" : (text.slice(at).split("[", 2)[1]?.split("]", 1)[0] ?? "");
  const names = scopes.split(/[\s,]+/).filter((name) => name !== "");
  return names.length > 0 ? names : [text === "" ? "a permission that the host does not name (403)" : text];
}
