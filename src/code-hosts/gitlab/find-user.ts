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
  const { data } = await client.request({
    path: "/users",
    query: { username },
    action: "look for a user",
    schema: z.array(userSchema),
  });
  return data.find((user) => user.username.toLowerCase() === username.toLowerCase()) ?? null;
}
