import { z } from "zod";
import type { GitlabClient } from "./client.ts";
import { userSchema } from "./schemas.ts";

const usernamePattern = /^\w[\w.-]*$/;

/** By exact name, case aside; null for a name that nobody has or can have. */
export async function findUser(
  client: GitlabClient,
  username: string,
): Promise<z.output<typeof userSchema> | null> {
  if (!usernamePattern.test(username)) return null;
  const question = { action: "look for a user", schema: z.array(userSchema) };
  const found = await client.ask(question, ({ users }) => users.all({ username }));
  return found.find((user) => user.username.toLowerCase() === username.toLowerCase()) ?? null;
}
