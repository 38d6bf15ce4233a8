import type { z } from "zod";
import { readMark } from "../marked-body.ts";
import type { FeedbackEvent } from "../webhook-types.ts";
import type { anchorSchema, saidSchema } from "./schemas.ts";

/**
 * `page`: the pull request's address, if known. Returns null for Copydesk's own comments, which have its
 * mark.
 */
export function toCommentEvent(
  { id, text, author }: z.output<typeof saidSchema>,
  about: {
    number: number;
    anchor: z.output<typeof anchorSchema> | null | undefined;
    page: string | undefined;
  },
): FeedbackEvent | null {
  const { number, anchor, page } = about;
  if (readMark(text) !== null) return null;
  return {
    kind: "comment",
    number,
    id: `comment-${id}`,
    author: author.name,
    text,
    ...(anchor == null ? {} : { path: anchor.path }),
    // A comment on a whole file has no line, or 0.
    ...(anchor?.line ? { line: anchor.line } : {}),
    url: page === undefined ? "" : `${page}/overview?commentId=${id}`,
  };
}
