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
   * Pages to which an unjudged link may lead; `keepId` is what keeps the anchor if added after the heading.
   */
  guess: z.object({ pages: z.array(z.string()), keepId: z.string().nullable() }).nullable(),
});

export type CheckedFinding = z.infer<typeof finding>;

/**
 * A result as data, for programs. It is recorded next to the text, so that lines already in the text are not
 * repeated: `shown` counts them.
 */
export const toolData = z.discriminatedUnion("kind", [
  /** For `read`: after a heading, each line with its number and a tab; `cut` lines end with a note. */
  z.object({
    kind: z.literal("lines"),
    total: z.number(),
    shown: z.number(),
    /** `at` is the 0-based index among the lines shown; `characters` is the length of the whole line. */
    cut: z.array(z.object({ at: z.number(), characters: z.number() })),
  }),
  /** For `list`: each line is a name. */
  z.object({ kind: z.literal("names"), total: z.number(), shown: z.number() }),
  /** For `search` with files only. */
  z.object({
    kind: z.literal("files"),
    total: z.number(),
    files: z.array(z.object({ path: z.string(), lines: z.number() })),
  }),
  /** For `check`; `new` and `preexisting` count all findings, `findings` has the ones shown. */
  z.object({
    kind: z.literal("findings"),
    new: z.number(),
    preexisting: z.number(),
    /** Links that were not judged and why, one entry per rule. */
    notJudged: z.array(z.string()),
    findings: z.array(finding),
  }),
  /** For `move` and `delete`: `also` lists the other changed files, each with what was changed. */
  z.object({ kind: z.literal("changes"), also: z.string(), notes: z.array(z.string()) }),
  /**
   * For `move` and `delete` refused because of links; `force` overrides that. `stay`: places of those that do
   * not become plain text.
   */
  z.object({ kind: z.literal("linked"), stay: z.array(z.string()).optional() }),
  /** Refused because of language menus; `alone` overrides that. */
  z.object({ kind: z.literal("translated") }),
]);

export type ToolData = z.infer<typeof toolData>;

/** Data as stored in the log; readers have to parse it. */
export type RecordedData = Record<string, unknown>;

/** Returns the note after the beginning of a truncated line. */
export function cutNote(characters: number): string {
  return ` … [line of ${characters.toLocaleString("en-US")} characters cut]`;
}
