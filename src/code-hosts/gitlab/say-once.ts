import { z } from "zod";
import { AppError } from "../../errors.ts";
import { commentMark } from "../marked-body.ts";
import { isUncertain } from "../to-host-error.ts";
import type { HostComment } from "../types.ts";
import { type GitlabClient, pageSize } from "./client.ts";
import { noteSchema } from "./schemas.ts";
import { textCharactersMax, withoutQuickActions } from "./write-text.ts";

type Note = z.output<typeof noteSchema>;

/** Writes a note, or rewrites the one that was written under the same topic. */
export async function sayOnce(
  client: GitlabClient,
  number: number,
  { topic, body }: HostComment,
): Promise<void> {
  const mark = commentMark(topic);
  const words = withoutQuickActions(body)
    .trimEnd()
    .slice(0, textCharactersMax - mark.length - 2);
  const text = `${words.toWellFormed()}\n\n${mark}`;
  const said = await findSaid(client, number, mark);
  if (said?.body.trimEnd() === text) return;
  if (said !== null) return await rewrite(client, { number, note: said.id, text });
  try {
    const question = { action: "comment on the merge request", schema: z.unknown() };
    await client.ask(question, ({ notes }) => notes.create(client.project, number, text));
  } catch (error) {
    if (!isUncertain(error) || (await findSaid(client, number, mark)) === null) throw error;
  }
}

async function rewrite(
  client: GitlabClient,
  { number, note, text }: { number: number; note: number; text: string },
): Promise<void> {
  const question = { action: "change the comment", schema: z.unknown() };
  await client.ask(question, ({ notes }) => notes.edit(client.project, number, note, { body: text }));
}

/** Others may quote the mark; only its own author can change a note. */
async function findSaid(client: GitlabClient, number: number, mark: string): Promise<Note | null> {
  const question = { action: "read the comments", schema: z.array(noteSchema) };
  const all = await client.find(question, ({ notes }) =>
    notes.all(client.project, number, { sort: "asc", orderBy: "created_at", perPage: pageSize }),
  );
  if (all === null) {
    throw new AppError("pull_request_not_found", `${client.project} has no merge request ${number}.`);
  }
  for (const note of all) {
    if (!note.body.includes(mark)) continue;
    if (note.author?.id === (await client.ownUser()).id) return note;
  }
  return null;
}
