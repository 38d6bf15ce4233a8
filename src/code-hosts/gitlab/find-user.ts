import { z } from "zod";
import type { GitlabClient } from "./client.ts";
import { userSchema } from "./schemas.ts";

const usernamePattern = /^\w[\w.-]*$/;

/** Finds a user by exact name, ignoring case; null if the name is unknown or invalid. */
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
