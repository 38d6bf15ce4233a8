import type { AzureClient } from "./client.ts";
import { nameScope } from "./missing-scope.ts";
import { type AzureIdentity, identitySchema, listSchema } from "./schemas.ts";

const guidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const teamPrefix = "team:";
/** Unknown ids come back as null. */
const identitiesSchema = listSchema(identitySchema.nullable());

/** Finds a person or group by id. Throws `code_host_forbidden` if the token may not read identities. */
export async function findIdentityById(client: AzureClient, id: string): Promise<AzureIdentity | null> {
  if (!guidPattern.test(id)) return null;
  const found = await readIdentities(client, { identityIds: id });
  return found.find((identity) => identity.id.toLowerCase() === id.toLowerCase()) ?? null;
}

/**
 * Finds a person by e-mail address, account or display name, or a team of the project (prefix `team:`).
 * Returns null if the name is unknown or ambiguous.
 */
export async function findIdentity(client: AzureClient, name: string): Promise<AzureIdentity | null> {
  if (name.trim() === "") return null;
  const isTeam = name.startsWith(teamPrefix);
  const sought = isTeam ? `[${client.address.project}]\\${name.slice(teamPrefix.length)}` : name;
  const found = await readIdentities(client, {
    searchFilter: isTeam ? "LocalGroupName" : "General",
    filterValue: sought,
  });
  const named = found.filter(
    (identity) =>
      (identity.isContainer ?? false) === isTeam && namesOf(identity).includes(sought.toLowerCase()),
  );
  return named.length === 1 ? named[0]! : null;
}

function namesOf({ providerDisplayName, customDisplayName, properties }: AzureIdentity): string[] {
  const { Account: account, Mail: mail } = properties ?? {};
  return [account?.$value, mail?.$value, providerDisplayName, customDisplayName].flatMap((name) =>
    name ? [name.toLowerCase()] : [],
  );
}

async function readIdentities(client: AzureClient, query: Record<string, string>): Promise<AzureIdentity[]> {
  try {
    const { data } = await client.identities.request({
      path: "/_apis/identities",
      query: { ...query, queryMembership: "None" },
      action: "look for a person or team",
      schema: identitiesSchema,
    });
    return data.value.filter((identity) => identity !== null);
  } catch (error) {
    throw nameScope(error, "identity");
  }
}
