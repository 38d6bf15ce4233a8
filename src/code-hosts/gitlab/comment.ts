import { z } from "zod";
import { AppError } from "../../errors.ts";
import { listItems } from "../rest/list-pages.ts";
import { sayOnce } from "../say-once.ts";
import { statusOf } from "../to-host-error.ts";
import type { HostComment } from "../types.ts";
import type { GitlabClient } from "./client.ts";
import { noteSchema } from "./schemas.ts";
import { textCharactersMax, withoutQuickActions } from "./write-text.ts";

type Note = z.output<typeof noteSchema>;

const roomForMark = 1_000;

/** Writes a note, or replaces the previous one of the same topic. Throws `pull_request_not_found`. */
export async function comment(
  client: GitlabClient,
  number: number,
  { topic, body }: HostComment,
): Promise<void> {
  const path = `${client.path}/merge_requests/${number}/notes`;
  const schema = z.unknown();
  const steps = {
    list: () => listOwn(client, path),
    idOf: ({ id }: Note) => id,
    textOf: ({ body: text }: Note) => text.trimEnd(),
    async say(text: string): Promise<Note> {
      const action = "comment on the merge request";
      const fresh = { method: "POST", path, body: { body: text }, action, schema: noteSchema } as const;
      return (await client.request(fresh)).data;
    },
    async rewrite({ id }: Note, text: string) {
      const action = "change the comment";
      await client.request({ method: "PUT", path: `${path}/${id}`, body: { body: text }, action, schema });
    },
    async takeBack({ id }: Note) {
      const action = "delete a comment that was posted twice";
      await client.request({ method: "DELETE", path: `${path}/${id}`, action, schema });
    },
  };
  const words = withoutQuickActions(body).slice(0, textCharactersMax - roomForMark);
  await sayOnce(steps, { topic, body: words.toWellFormed() }).catch((error: unknown) => {
    if (statusOf(error) !== 404) throw error;
    throw new AppError("pull_request_not_found", `${client.project} has no merge request ${number}.`);
  });
}

/** Others may copy a mark, but only its author can change a note. */
async function* listOwn(client: GitlabClient, path: string): AsyncGenerator<Note> {
  const query = { sort: "asc", order_by: "created_at" };
  for await (const note of listItems(client, {
    path,
    query,
    action: "read the comments",
    schema: noteSchema,
  })) {
    if (!note.body.includes("copydesk:topic=")) continue;
    if (note.author?.id === (await client.ownUser()).id) yield note;
  }
}
