import { z } from "zod";

const line = z.string().max(500);
const pathList = z.array(z.string().max(1_000)).max(3_000);

/**
 * An event in one form for all hosts and kinds; fields that do not apply are absent. All of it is untrusted.
 */
const namedFields = z.object({
  kind: z.enum(["schedule", "push", "merge", "release", "comment", "feedback"]),
  /** URL of the repository in which it happened. */
  repository: line.optional(),
  /** Name of the branch or tag, without `refs/…`. */
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
  /** Commit message, release notes, comment, or a reader's text. */
  text: z.string().max(10_000).optional(),
  /** Page that the feedback is about. */
  page: z.string().max(2_000).optional(),
  helpful: z.boolean().optional(),
  /** Language that the event is about, for triggers for translations. */
  language: line.optional(),
  /** When a schedule was due. */
  at: line.optional(),
});

export const triggerEventSchema = namedFields.extend({
  /** Paths touched by Copydesk's own commits in a mixed push; `paths` does not include them. */
  ownPaths: pathList.optional(),
  /** Set if the sender did not include all commits, so that their paths may match too. */
  morePaths: z.boolean().optional(),
});

export type TriggerEvent = z.output<typeof triggerEventSchema>;

/** Fields that templates may use. */
export const eventFields = Object.keys(namedFields.shape) as (keyof z.output<typeof namedFields>)[];

/** Truncates long fields, so that even a long message starts a job. */
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
