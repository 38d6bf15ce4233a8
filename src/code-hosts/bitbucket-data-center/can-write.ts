import type { DataCenterClient } from "./client.ts";
import { userSchema } from "./schemas.ts";

/**
 * Looks for exactly this name among the users with the permission, including through groups and projects. The
 * host numbers permission filters from 1 and ignores any that it does not understand.
 */
export async function canWrite(client: DataCenterClient, login: string): Promise<boolean> {
  if (login === "") return false;
  const { projectKey, slug } = client.address;
  const writers = client.list({
    path: "/users",
    query: {
      filter: login,
      "permission.1": "REPO_WRITE",
      "permission.1.projectKey": projectKey,
      "permission.1.repositorySlug": slug,
    },
    item: userSchema,
    action: "ask what the author may do",
  });
  for await (const { name, active } of writers) {
    if (name.toLowerCase() === login.toLowerCase() && active !== false) return true;
  }
  return false;
}
