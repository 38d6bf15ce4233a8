import fc from "fast-check";

/** A request before it is known which job it is about. */
export interface Draft {
  /** Chooses among jobs, and among the last answers. */
  pick: number;
  /** Whether a job is wanted whose state suits the operation. */
  suits: boolean;
  /** Instead of the good ids, as they go over the wire. */
  place: { projectId?: string; jobId?: string };
  /** The key; null sends none. */
  authorization: string | null;
  /** As it goes over the wire, without the question mark. */
  query: string;
  headers: Record<string, string>;
  body: Buffer | null;
  leaveAfter?: RegExp;
}

/** What must come of a request. */
export type Expected =
  /** What the job's state and the limits say. */
  | "by state"
  /** Anything that is described. */
  | "described"
  | { status: number; code?: string; path?: string };

export interface Case {
  what: string;
  drafts: fc.Arbitrary<Draft>;
  expected: Expected;
}

export const jsonType = { "content-type": "application/json" };

export function jsonBody(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** The same drafts with a part put in place of theirs. */
export function withPart<T>(
  drafts: fc.Arbitrary<Draft>,
  parts: fc.Arbitrary<T>,
  put: (draft: Draft, part: T) => Partial<Draft>,
): fc.Arbitrary<Draft> {
  return fc.tuple(drafts, parts).map(([draft, part]) => ({ ...draft, ...put(draft, part) }));
}
