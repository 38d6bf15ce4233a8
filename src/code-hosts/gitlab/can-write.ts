import { findOne } from "../rest/find-one.ts";
import type { GitlabClient } from "./client.ts";
import { findUser } from "./find-user.ts";
import { memberSchema } from "./schemas.ts";

/** The lowest role that may push. */
export const developerLevel = 30;

export async function canWrite(client: GitlabClient, username: string): Promise<boolean> {
  const user = await findUser(client, username);
  if (user === null || (user.state ?? "active") !== "active") return false;
  return (await readLevel(client, user.id)) >= developerLevel;
}

/** Returns the access level of a member, including through a parent group or an invited one; 0 for others. */
export async function readLevel(client: GitlabClient, userId: number): Promise<number> {
  const path = `${client.path}/members/all/${userId}`;
  const member = await findOne(client, { path, action: "read the user's role", schema: memberSchema });
  return member === null || (member.state ?? "active") !== "active" ? 0 : member.access_level;
}
