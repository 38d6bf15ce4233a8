import { pathSegment } from "../path-segment.ts";
import { findOne } from "../rest/find-one.ts";
import type { GithubClient } from "./client.ts";
import { permissionSchema } from "./schemas.ts";

/** Matches user names, names of Enterprise Managed Users (`name_company`), and `name[bot]`. */
const loginPattern = /^[a-z0-9][a-z0-9_-]*(\[bot\])?$/i;

/**
 * The role is the highest of all sources: repository, teams, organisation. `maintain` is reported as `write`.
 */
export async function canWrite(client: GithubClient, login: string): Promise<boolean> {
  if (!loginPattern.test(login)) return false;
  const found = await findOne(client, {
    path: `${client.path}/collaborators/${pathSegment(login)}/permission`,
    action: "ask what the author may do",
    schema: permissionSchema,
  });
  return found !== null && ["write", "maintain", "admin"].includes(found.permission);
}
