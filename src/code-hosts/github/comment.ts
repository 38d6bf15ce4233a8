import { z } from "zod";
import { sayOnce } from "../say-once.ts";
import type { HostComment } from "../types.ts";
import type { GithubClient } from "./client.ts";
import { isSameName } from "./find-open-pull-request.ts";
import { commentSchema } from "./schemas.ts";

type Said = z.output<typeof commentSchema>;

const bodyCharactersMax = 60_000;

/** Writes a comment, or rewrites the one that was written under the same topic. */
export async function comment(client: GithubClient, number: number, said: HostComment): Promise<void> {
  const { topic, body } = said;
  const steps = {
    list: () => listOwn(client, number),
    idOf: (found: Said) => found.id,
    textOf: (found: Said) => found.body,
    async say(text: string) {
      const { data: fresh } = await client.request({
        route: "POST /repos/{owner}/{repo}/issues/{issue_number}/comments",
        parameters: { issue_number: number, body: text },
        action: "comment on the pull request",
        schema: commentSchema,
      });
      return fresh;
    },
    async rewrite(found: Said, text: string) {
      await client.request({
        route: "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}",
        parameters: { comment_id: found.id, body: text },
        action: "change the comment",
        schema: z.unknown(),
      });
    },
    async takeBack(found: Said) {
      await client.request({
        route: "DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}",
        parameters: { comment_id: found.id },
        action: "take back a comment that was made twice",
        schema: z.unknown(),
      });
    },
  };
  await sayOnce(steps, { topic, body: body.slice(0, bodyCharactersMax).toWellFormed() });
}

/** Comments that carry one of our marks; one that somebody else has copied it into is not ours to change. */
async function* listOwn(client: GithubClient, number: number): AsyncGenerator<Said> {
  const pages = client.list({
    route: "GET /repos/{owner}/{repo}/issues/{issue_number}/comments",
    parameters: { issue_number: number },
    action: "read the comments",
    schema: commentSchema,
  });
  for await (const said of pages) {
    if (!said.body?.includes("copydesk:topic=")) continue;
    if (said.user != null && isSameName(said.user.login, await client.ownLogin())) yield said;
  }
}
