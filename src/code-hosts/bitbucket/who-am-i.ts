import { z } from "zod";
import { AppError } from "../../errors.ts";
import { pathSegment } from "../path-segment.ts";
import { statusOf } from "../to-host-error.ts";
import type { HostCredentials, HostIdentity } from "../types.ts";
import { type BitbucketClient, isApiToken } from "./client.ts";
import { repositorySchema } from "./schemas.ts";

/**
 * Tokens cannot read their own scopes. The probes have empty bodies, which are refused with 400; a missing
 * scope is refused before that (403) and named.
 */
export async function whoAmI(client: BitbucketClient, credentials: HostCredentials): Promise<HostIdentity> {
  const missing: string[] = [];
  const keep = (error: unknown) => void missing.push(...missingBy(error));
  const login = isApiToken(credentials)
    ? await client.ownUser().then(nameOf, (error: unknown) => {
        keep(error);
        return credentials.username ?? "";
      })
    : await nameOfAccessToken(client);
  await assertRepository(client).catch(keep);
  for (const path of ["pullrequests", "refs/branches"]) await probe(client, path).catch(keep);
  if (isApiToken(credentials) && missing.length === 0) missing.push(...(await missingRole(client)));
  return { login, missing: [...new Set(missing)] };
}

function nameOf({ nickname, display_name: name, uuid }: Awaited<ReturnType<BitbucketClient["ownUser"]>>) {
  return nickname ?? name ?? uuid;
}

/** Repository, project and workspace tokens have no user; OAuth tokens do. */
async function nameOfAccessToken(client: BitbucketClient): Promise<string> {
  try {
    return nameOf(await client.ownUser());
  } catch (error) {
    const status = statusOf(error);
    if (status === 401 || status === 403 || status === 404) return "access token";
    throw error;
  }
}

async function assertRepository(client: BitbucketClient): Promise<void> {
  if ((await client.find(client.path, repositorySchema, "read the repository")) !== null) return;
  throw new AppError(
    "code_host_refused",
    `Could not read the repository: Bitbucket answered 404. ${client.workspace}/${client.slug} is not there, or not shown to the token.`,
    { details: { status: 404 } },
  );
}

async function probe(client: BitbucketClient, path: string): Promise<void> {
  try {
    const action = "see what the token may do";
    const request = { method: "POST", path: `${client.path}/${path}`, body: {} } as const;
    await client.request({ ...request, action, schema: z.unknown() });
  } catch (error) {
    if (statusOf(error) !== 400) throw error;
  }
}

/** `contributor` is the host's role for users who may write. */
async function missingRole(client: BitbucketClient): Promise<string[]> {
  const writable = client.list({
    path: `/repositories/${pathSegment(client.workspace)}`,
    query: { role: "contributor", q: `full_name="${client.workspace}/${client.slug}"` },
    item: repositorySchema,
    action: "see what the token's owner may do",
  });
  return (await writable.next()).done ? ["Write (repository permission)"] : [];
}

/** Returns the scopes that a 403 names, or its own text if it names none. Throws every other error. */
function missingBy(error: unknown): string[] {
  if (!(error instanceof AppError) || statusOf(error) !== 403) throw error;
  const { missingScopes = [], hostText } = error.details as { missingScopes?: string[]; hostText: string };
  return missingScopes.length > 0
    ? missingScopes
    : [hostText || "a permission that the host does not name (403)"];
}
