import { pathSegment } from "../path-segment.ts";
import type { BitbucketClient } from "./client.ts";
import { permissionSchema } from "./schemas.ts";

const uuidPattern = /^\{[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\}$/i;
const writing = ["write", "admin"];

/**
 * Takes the account's UUID: nicknames are not unique, and people choose their own. Only administrators of the
 * repository may read permissions; for others, throws the host's refusal.
 */
export async function canWrite(client: BitbucketClient, author: string): Promise<boolean> {
  if (!uuidPattern.test(author)) return false;
  const permissions = client.list({
    path: `/workspaces/${pathSegment(client.workspace)}/permissions/repositories/${pathSegment(client.slug)}`,
    query: { q: `user.uuid="${author}"` },
    item: permissionSchema,
    action: "ask what the author may do",
  });
  for await (const { user, permission } of permissions) {
    if (user.uuid.toLowerCase() === author.toLowerCase() && writing.includes(permission)) return true;
  }
  return false;
}
