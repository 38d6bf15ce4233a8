import type { AzureClient } from "./client.ts";
import { findIdentityById } from "./find-identity.ts";
import { gitNamespace, gitPermissions, securityToken } from "./git-permissions.ts";
import { accessControlListSchema, listSchema } from "./schemas.ts";

const listsSchema = listSchema(accessControlListSchema);

/**
 * Takes an account id, because people choose their own names. Checks for the effective permission
 * "Contribute" on the repository, direct or through groups. Throws `code_host_forbidden` if the token may not
 * read identities.
 */
export async function canWrite(client: AzureClient, author: string): Promise<boolean> {
  const identity = await findIdentityById(client, author);
  if (identity === null || identity.isContainer || identity.isActive === false) return false;
  const { data } = await client.request({
    path: `/_apis/accesscontrollists/${gitNamespace}`,
    query: {
      token: securityToken(await client.repository()),
      descriptors: identity.descriptor,
      includeExtendedInfo: true,
    },
    action: "ask what the author may do",
    schema: listsSchema,
  });
  const entries = data.value.flatMap(({ acesDictionary }) => Object.entries(acesDictionary));
  const [, own] = entries.find(([name]) => name.toLowerCase() === identity.descriptor.toLowerCase()) ?? [];
  const { effectiveAllow, effectiveDeny } = own?.extendedInfo ?? {};
  return ((effectiveAllow ?? 0) & ~(effectiveDeny ?? 0) & gitPermissions.Contribute) !== 0;
}
