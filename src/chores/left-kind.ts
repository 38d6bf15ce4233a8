import type { SpanKind } from "../markdown/page-scan.ts";

/** Why an occurrence is left unchanged. */
export type LeftKind =
  | Exclude<SpanKind, "front-matter">
  | "front-matter"
  | "entity"
  | "package-name"
  | "cut-line"
  | "not-placed"
  /** Links that are not judged may lead to the heading's anchor, so the heading stays. */
  | "linked-heading"
  /** The heading was changed and keeps its id. */
  | "kept-id";
