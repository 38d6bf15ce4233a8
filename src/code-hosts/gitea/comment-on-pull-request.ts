import { z } from "zod";
import { AppError } from "../../errors.ts";
import { sayOnce } from "../say-once.ts";
import { statusOf } from "../to-host-error.ts";
import type { HostComment } from "../types.ts";
import type { GiteaClient } from "./client.ts";
import { commentSchema } from "./schemas.ts";

type Said = z.output<typeof commentSchema>;

/** The comments of a pull request are those of its issue. Throws `pull_request_not_found`. */
export async function commentOnPullRequest(
  client: GiteaClient,
  number: number,
  comment: HostComment,
): Promise<void> {
  const path = `${client.path}/issues/${number}/comments`;
  await sayOnce<Said>(
    {
      list: () => listComments(client, number, path),
      textOf: ({ body }) => body,
      async say(body) {
        const action = "comment on the pull request";
        await client.request({ method: "POST", path, body: { body }, action, schema: commentSchema });
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
    },
    comment,
  );
}

/** They come without pages. */
async function* listComments(client: GiteaClient, number: number, path: string): AsyncGenerator<Said> {
  try {
    yield* (await client.request({ path, action: "read the comments", schema: z.array(commentSchema) })).data;
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
    throw new AppError(
      "pull_request_not_found",
      `${client.owner}/${client.name} has no pull request ${number}.`,
    );
  }
}
