import { z } from "zod";
import { sayOnce } from "../say-once.ts";
import { statusOf } from "../to-host-error.ts";
import type { HostComment } from "../types.ts";
import type { GiteaClient } from "./client.ts";
import { commentSchema } from "./schemas.ts";

type Said = z.output<typeof commentSchema>;

/** The comments of a pull request are those of its issue. */
export async function commentOnPullRequest(
  client: GiteaClient,
  number: number,
  comment: HostComment,
): Promise<void> {
  const path = `${client.path}/issues/${number}/comments`;
  await sayOnce<Said>(
    {
      list: () => listComments(client, number),
      idOf: ({ id }) => id,
      textOf: ({ body }) => body,
      async say(body) {
        const action = "comment on the pull request";
        const asked = { method: "POST", path, body: { body }, action, schema: commentSchema } as const;
        return (await client.request(asked)).data;
      },
      async rewrite({ id }, body) {
        await client.request({
          method: "PATCH",
          path: `${client.path}/issues/comments/${id}`,
          body: { body },
          action: "change the comment",
          schema: z.unknown(),
        });
      },
      async takeBack({ id }) {
        const where = `${client.path}/issues/comments/${id}`;
        const action = "delete a comment that was posted twice";
        await client.request({ method: "DELETE", path: where, action, schema: z.unknown() });
      },
    },
    comment,
  );
}

/** Not paginated. Throws 404 also if the host answers 500 because the number does not exist. */
async function* listComments(client: GiteaClient, number: number): AsyncGenerator<Said> {
  const path = `${client.path}/issues/${number}/comments`;
  const action = "read the comments";
  try {
    yield* (await client.request({ path, action, schema: z.array(commentSchema) })).data;
  } catch (error) {
    if (statusOf(error) === 500)
      await client.request({ path: `${client.path}/pulls/${number}`, action, schema: z.unknown() });
    throw error;
  }
}
