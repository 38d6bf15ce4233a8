import type { SpanKind } from "../markdown/page-scan.ts";

/** Why an occurrence stays. */
export type LeftKind =
  | Exclude<SpanKind, "front-matter">
  | "front-matter"
  | "entity"
  | "package-name"
  | "cut-line"
  | "not-placed"
  /** The heading stays: links may lead to its anchor that are not judged. */
  | "linked-heading"
  /** The heading was changed and keeps its id. */
  | "kept-id";
