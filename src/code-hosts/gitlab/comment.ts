import { z } from "zod";
import { AppError } from "../../errors.ts";
import { sayOnce } from "../say-once.ts";
import type { HostComment } from "../types.ts";
import { type GitlabClient, pageSize } from "./client.ts";
import { noteSchema } from "./schemas.ts";
import { textCharactersMax, withoutQuickActions } from "./write-text.ts";

type Note = z.output<typeof noteSchema>;

const roomForMark = 1_000;

/** Writes a note, or rewrites the one that was written under the same topic. Throws `pull_request_not_found`. */
export async function comment(
  client: GitlabClient,
  number: number,
  { topic, body }: HostComment,
): Promise<void> {
  const schema = z.unknown();
  const steps = {
    list: () => listOwn(client, number),
    idOf: ({ id }: Note) => id,
    textOf: ({ body: text }: Note) => text.trimEnd(),
    async say(text: string): Promise<Note> {
      const question = { action: "comment on the merge request", schema: noteSchema };
      return await client.ask(question, ({ notes }) => notes.create(client.project, number, text));
    },
    async rewrite({ id }: Note, text: string) {
      const action = "change the comment";
      await client.ask({ action, schema }, ({ notes }) =>
        notes.edit(client.project, number, id, { body: text }),
      );
    },
    async takeBack({ id }: Note) {
      const action = "take back a comment that was made twice";
      await client.ask({ action, schema }, ({ notes }) => notes.remove(client.project, number, id));
    },
  };
  const words = withoutQuickActions(body).slice(0, textCharactersMax - roomForMark);
  await sayOnce(steps, { topic, body: words.toWellFormed() });
}

/** Others may copy a mark; only its own author can change a note. */
async function* listOwn(client: GitlabClient, number: number): AsyncGenerator<Note> {
  const question = { action: "read the comments", schema: z.array(noteSchema) };
  const all = await client.find(question, ({ notes }) =>
    notes.all(client.project, number, { sort: "asc", orderBy: "created_at", perPage: pageSize }),
  );
  if (all === null) {
    throw new AppError("pull_request_not_found", `${client.project} has no merge request ${number}.`);
  }
  for (const note of all) {
    if (!note.body.includes("copydesk:topic=")) continue;
    if (note.author?.id === (await client.ownUser()).id) yield note;
  }
}
