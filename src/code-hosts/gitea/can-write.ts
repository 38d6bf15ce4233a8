import { z } from "zod";
import { statusOf } from "../to-host-error.ts";
import type { GiteaClient } from "./client.ts";
import { permissionSchema, teamSchema, userSchema } from "./schemas.ts";

const loginPattern = /^\w[\w.-]*$/;
const writing = ["write", "admin", "owner"];

/**
 * The host shows permissions only to administrators of the repository. Others see the assignable users: only
 * these can write, and all of them can, unless a team has lower permissions. Throws the host's refusal if
 * neither is conclusive.
 */
export async function canWrite(client: GiteaClient, login: string): Promise<boolean> {
  if (!loginPattern.test(login)) return false;
  try {
    const path = `${client.path}/collaborators/${login}/permission`;
    const found = await client.find(path, permissionSchema, "ask what the author may do");
    return found !== null && writing.includes(found.permission);
  } catch (refusal) {
    if (statusOf(refusal) !== 403) throw refusal;
    if (!(await isAssignable(client, login))) return false;
    if (await isEverybodyAWriter(client)) return true;
    throw refusal;
  }
}

async function isAssignable(client: GiteaClient, login: string): Promise<boolean> {
  const { data } = await client.request({
    path: `${client.path}/assignees`,
    action: "read who can be assigned",
    schema: z.array(userSchema),
  });
  return data.some((user) => user.login.toLowerCase() === login.toLowerCase());
}

/**
 * Returns true if all assignable users can push. 405: the repository belongs to a person and has no teams.
 */
async function isEverybodyAWriter(client: GiteaClient): Promise<boolean> {
  try {
    const { data } = await client.request({
      path: `${client.path}/teams`,
      action: "read the teams",
      schema: z.array(teamSchema),
    });
    return data.every(
      ({ permission, units_map: units }) =>
        writing.includes(permission ?? "") || writing.includes(units?.["repo.code"] ?? ""),
    );
  } catch (error) {
    const status = statusOf(error);
    if (status === 405) return true;
    if (status === 403 || status === 404) return false;
    throw error;
  }
}
