import { z } from "zod";
import { listItems } from "../rest/list-pages.ts";
import { sayOnce } from "../say-once.ts";
import type { HostComment } from "../types.ts";
import type { GithubClient } from "./client.ts";
import { isSameName } from "./find-open-pull-request.ts";
import { commentSchema } from "./schemas.ts";

type Said = z.output<typeof commentSchema>;

const bodyCharactersMax = 60_000;

/** Writes a comment, or replaces the previous one of the same topic. */
export async function comment(client: GithubClient, number: number, said: HostComment): Promise<void> {
  const { topic, body } = said;
  const issues = `${client.path}/issues`;
  const steps = {
    list: () => listOwn(client, number),
    idOf: (found: Said) => found.id,
    textOf: (found: Said) => found.body,
    async say(text: string) {
      const { data: fresh } = await client.request({
        method: "POST",
        path: `${issues}/${number}/comments`,
        body: { body: text },
        action: "comment on the pull request",
        schema: commentSchema,
      });
      return fresh;
    },
    async rewrite(found: Said, text: string) {
      await client.request({
        method: "PATCH",
        path: `${issues}/comments/${found.id}`,
        body: { body: text },
        action: "change the comment",
        schema: z.unknown(),
      });
    },
    async takeBack(found: Said) {
      await client.request({
        method: "DELETE",
        path: `${issues}/comments/${found.id}`,
        action: "delete a comment that was posted twice",
        schema: z.unknown(),
      });
    },
  };
  await sayOnce(steps, { topic, body: body.slice(0, bodyCharactersMax).toWellFormed() });
}

/** Yields the marked comments that Copydesk itself wrote; marks copied by others do not count. */
async function* listOwn(client: GithubClient, number: number): AsyncGenerator<Said> {
  const comments = listItems(client, {
    path: `${client.path}/issues/${number}/comments`,
    action: "read the comments",
    schema: commentSchema,
  });
  for await (const said of comments) {
    if (!said.body?.includes("copydesk:topic=")) continue;
    if (said.user != null && isSameName(said.user.login, await client.ownLogin())) yield said;
  }
}
