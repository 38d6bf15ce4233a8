import { z } from "zod";

const line = z.string().max(500);
const pathList = z.array(z.string().max(1_000)).max(3_000);

/**
 * What a trigger is told, in one shape for all hosts and kinds: what an event does not have is absent. All of
 * it was written by others.
 */
const namedFields = z.object({
  kind: z.enum(["schedule", "push", "merge", "release", "comment", "feedback"]),
  /** Address of the repository that it happened in. */
  repository: line.optional(),
  /** Branch or tag, without `refs/…`. */
  ref: line.optional(),
  commit: line.optional(),
  /** The commit before a push. */
  before: line.optional(),
  paths: pathList.optional(),
  labels: z.array(line).max(50).optional(),
  number: z.number().int().optional(),
  title: line.optional(),
  author: line.optional(),
  url: z.string().max(2_000).optional(),
  /** A commit's message, the notes of a release, a comment, what a reader wrote. */
  text: z.string().max(10_000).optional(),
  /** Of a page's feedback. */
  page: z.string().max(2_000).optional(),
  helpful: z.boolean().optional(),
  /** Of a trigger for translations: the one that this is about. */
  language: line.optional(),
  /** When a schedule was due. */
  at: line.optional(),
});

export const triggerEventSchema = namedFields.extend({
  /** What Copydesk's own commits touch, where those of others are beside them: `paths` is without it. */
  ownPaths: pathList.optional(),
  /** The sender has not shown all commits: what they touch may match as well. */
  morePaths: z.boolean().optional(),
});

export type TriggerEvent = z.output<typeof triggerEventSchema>;

/** What templates may name. */
export const eventFields = Object.keys(namedFields.shape) as (keyof z.output<typeof namedFields>)[];

/** Cuts what is too long, so that a long message starts a job all the same. */
export function toTriggerEvent(given: TriggerEvent): TriggerEvent {
  const cut = (text: string | undefined, max: number) => text?.slice(0, max).toWellFormed();
  const cutPaths = (paths: readonly string[] | undefined) =>
    paths?.slice(0, 3_000).map((path) => cut(path, 1_000));
  return triggerEventSchema.parse(
    JSON.parse(
      JSON.stringify({
        ...given,
        repository: cut(given.repository, 500),
        ref: cut(given.ref, 500),
        commit: cut(given.commit, 500),
        before: cut(given.before, 500),
        title: cut(given.title, 500),
        author: cut(given.author, 500),
        url: cut(given.url, 2_000),
        page: cut(given.page, 2_000),
        text: cut(given.text, 10_000),
        paths: cutPaths(given.paths),
        ownPaths: cutPaths(given.ownPaths),
        labels: given.labels?.slice(0, 50).map((label) => cut(label, 500)),
      }).replaceAll("\\u0000", ""),
    ),
  );
}
