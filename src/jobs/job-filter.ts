import { z } from "zod";
import { endOf, lastOf, moment } from "../schemas/moment.ts";
import { invalidRequest } from "../schemas/parse-input.ts";
import { plainText } from "../schemas/plain-text.ts";
import { reasons } from "./record-schema.ts";

const statuses = ["active", "completed", "archived", "failed"] as const;

/** Parses one or more of these names, separated by commas. */
function severalOf<const Name extends string>(names: readonly Name[]) {
  const one = `(?:${names.join("|")})`;
  const isName = (name: string): name is Name => (names as readonly string[]).includes(name);
  const message = `must be one or more of ${names.join(", ")}, separated by commas`;
  return z
    .string(message)
    .refine((text) => text.split(",").every(isName), message)
    .meta({ pattern: `^${one}(?:,${one})*$` })
    .optional();
}

const text = (max: number) => plainText({ max }).optional();

/** Filter of a list of jobs; an absent field allows all. */
export const jobFilterShape = {
  status: severalOf(statuses).describe("Only jobs with one of these statuses, separated by commas."),
  reason: severalOf(reasons).describe("Only jobs with one of these reasons, separated by commas."),
  model: text(200).describe("Only jobs on this model."),
  ref: text(255).describe("Only jobs on this base branch, or the job of this branch."),
  author: text(255).describe("Only jobs whose author has this id, name or kind."),
  createdFrom: moment.describe("Only jobs created then or later: a day of UTC, or a time with its zone."),
  createdTo: moment.describe("Only jobs created before that time, or up to the end of that day of UTC."),
  metadata: z
    .record(plainText({ max: 64 }), plainText({ min: 0, max: 512 }), {
      error: "must be pairs: metadata.key=value",
    })
    .refine((pairs) => Object.keys(pairs).length <= 16, "must have at most 16 pairs")
    .meta({ maxProperties: 16 })
    .optional()
    .describe("Only jobs with these pairs in their metadata; metadata.ticket=DOC-17 works as well."),
  topic: text(100).describe("Only jobs with this topic."),
  label: text(255).describe("Only jobs that were created with this label."),
  q: text(200).describe(
    "Only jobs whose prompt or title contains each of these words or parts of words, in any case.",
  ),
  pullRequest: z
    .enum(["open", "merged", "closed", "none"])
    .optional()
    .describe("Only jobs whose pull request is in this state; none for jobs without a pull request."),
};

const filter = z.object(jobFilterShape);

export type JobFilterInput = z.output<typeof filter>;

/** The filter as the store applies it. */
export interface JobFilter {
  statuses: string[];
  reasons: string[];
  model: string | null;
  ref: string | null;
  author: string | null;
  /** Created at this time or later. */
  from: Date | null;
  /** Created before this time. */
  before: Date | null;
  metadata: Record<string, string>;
  label: string | null;
  topic: string | null;
  /** Each word is part of the prompt or the title. */
  words: string[];
  pullRequest: "open" | "merged" | "closed" | "none" | null;
}

/** Throws `invalid_request`. */
export function toJobFilter(input: JobFilterInput): JobFilter {
  const { status, reason, createdFrom, createdTo, metadata = {}, q } = input;
  const from = createdFrom === undefined ? null : new Date(createdFrom);
  const before = createdTo === undefined ? null : endOf(createdTo);
  if (from !== null && createdTo !== undefined && from > lastOf(createdTo))
    throw invalidRequest([{ path: "createdFrom", message: "must not be after createdTo" }]);
  return {
    statuses: split(status),
    reasons: split(reason),
    model: input.model ?? null,
    ref: input.ref ?? null,
    author: input.author ?? null,
    from,
    before,
    metadata,
    label: input.label ?? null,
    topic: input.topic ?? null,
    words: q === undefined ? [] : [...new Set(q.split(/\s+/).filter((word) => word !== ""))],
    pullRequest: input.pullRequest ?? null,
  };
}

function split(names: string | undefined): string[] {
  return names === undefined ? [] : [...new Set(names.split(","))];
}

/**
 * Gathers `metadata.key` and `metadata[key]` of a query into one object. Names that are given twice stay
 * lists, and are refused later.
 */
export function gatherMetadata(query: Record<string, unknown>): Record<string, unknown> {
  const rest: [string, unknown][] = [];
  const pairs: [string, unknown][] = [];
  for (const [name, value] of Object.entries(query)) {
    const key = keyOf(name);
    if (key === null) rest.push([name, value]);
    else pairs.push([key, value]);
  }
  // Built from entries because `__proto__` is a name like any other here: it must be refused, not lost.
  if (pairs.length > 0) rest.push(["metadata", Object.fromEntries(pairs)]);
  return Object.fromEntries(rest);
}

function keyOf(name: string): string | null {
  if (name.startsWith("metadata.")) return name.slice("metadata.".length);
  return name.startsWith("metadata[") && name.endsWith("]") ? name.slice("metadata[".length, -1) : null;
}
