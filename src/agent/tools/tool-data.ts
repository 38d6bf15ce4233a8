import { z } from "zod";

const finding = z.object({
  isNew: z.boolean(),
  rule: z.string(),
  path: z.string(),
  /** 1-based. */
  line: z.number(),
  /** 1-based, in UTF-16 code units. */
  column: z.number(),
  message: z.string(),
  target: z.string().nullable(),
  suggestion: z.object({ old: z.string(), new: z.string() }).nullable(),
  candidates: z.array(z.string()),
  /**
   * The pages that a link may lead to which is not judged, and what keeps an anchor when it stands behind the
   * heading.
   */
  guess: z.object({ pages: z.array(z.string()), keepId: z.string().nullable() }).nullable(),
});

export type CheckedFinding = z.infer<typeof finding>;

/**
 * What a result says, for programs. It is recorded with the result, so what the text has as its plain lines
 * is not said twice: `shown` counts them.
 */
export const toolData = z.discriminatedUnion("kind", [
  /** Of `read`: after a heading, each line with its number and a tab; `cut` ends with a note. */
  z.object({
    kind: z.literal("lines"),
    total: z.number(),
    shown: z.number(),
    /** `at` counts from 0 among the shown ones; `characters` is how long the whole line is. */
    cut: z.array(z.object({ at: z.number(), characters: z.number() })),
  }),
  /** Of `list`: each line is a name. */
  z.object({ kind: z.literal("names"), total: z.number(), shown: z.number() }),
  /** Of `search` for files only. */
  z.object({
    kind: z.literal("files"),
    total: z.number(),
    files: z.array(z.object({ path: z.string(), lines: z.number() })),
  }),
  /** Of `check`; `new` and `preexisting` count all of them, `findings` are those that are shown. */
  z.object({
    kind: z.literal("findings"),
    new: z.number(),
    preexisting: z.number(),
    /** Which links were not judged and why, one entry a rule. */
    notJudged: z.array(z.string()),
    findings: z.array(finding),
  }),
  /** Of `move` and `delete`: `also` are the files that were changed with it, each with what was changed. */
  z.object({ kind: z.literal("changes"), also: z.string(), notes: z.array(z.string()) }),
  /** Of `move` and `delete` that links stand against: with `force` they are done all the same. */
  z.object({ kind: z.literal("linked") }),
]);

export type ToolData = z.infer<typeof toolData>;

/** As it is in the log: whoever reads it parses it. */
export type RecordedData = Record<string, unknown>;

/** What stands behind the beginning of a line that is too long to be shown. */
export function cutNote(characters: number): string {
  return ` … [line of ${characters.toLocaleString("en-US")} characters cut]`;
}
