import { z } from "zod";
import { statusOf } from "../to-host-error.ts";
import type { HostIdentity } from "../types.ts";
import type { AzureClient } from "./client.ts";
import { findIdentityById } from "./find-identity.ts";
import { gitNamespace, gitPermissions, securityToken } from "./git-permissions.ts";
import { isMissingScope, scopes } from "./missing-scope.ts";
import { evaluationsSchema } from "./schemas.ts";

/**
 * Tokens cannot read their own scopes, but may ask for their owner and the owner's permissions. A request
 * that lacks a scope is refused (401) before its body is examined, so an attempt to open an empty pull
 * request tells 401 from 400.
 */
export async function whoAmI(client: AzureClient): Promise<HostIdentity> {
  const { id, login } = await client.owner();
  const missing: string[] = [];
  const need = async (scope: keyof typeof scopes, ask: () => Promise<unknown>) => {
    try {
      await ask();
    } catch (error) {
      if (!isMissingScope(error) && statusOf(error) !== 403) throw error;
      missing.push(scopes[scope]);
    }
  };
  await need("write", async () => void missing.push(...(await missingPermissions(client))));
  await need("write", () => probe(client));
  await need("identity", () => findIdentityById(client, id));
  return { login, missing: [...new Set(missing)] };
}

async function missingPermissions(client: AzureClient): Promise<string[]> {
  const token = securityToken(await client.repository());
  const wanted = Object.entries(gitPermissions);
  const { data } = await client.request({
    method: "POST",
    path: "/_apis/security/permissionevaluationbatch",
    body: {
      alwaysAllowAdministrators: false,
      evaluations: wanted.map(([, permissions]) => ({
        securityNamespaceId: gitNamespace,
        token,
        permissions,
      })),
    },
    action: "ask what the token's owner may do",
    schema: evaluationsSchema,
    repeatable: true,
  });
  return wanted.flatMap(([name], at) => (data.evaluations[at]?.value ? [] : [name]));
}

async function probe(client: AzureClient): Promise<void> {
  try {
    const request = { method: "POST", path: `${client.path}/pullrequests`, body: {} } as const;
    await client.request({ ...request, action: "see what the token may do", schema: z.unknown() });
  } catch (error) {
    if (statusOf(error) !== 400) throw error;
  }
}
