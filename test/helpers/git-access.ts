import type { GitAccess } from "../../src/git/remote/git-access.ts";

/** Access by a password that stays the same. */
export function withPassword(password: string, username = "x-access-token"): () => Promise<GitAccess> {
  return async () => ({ login: { username, password }, ssh: null });
}
