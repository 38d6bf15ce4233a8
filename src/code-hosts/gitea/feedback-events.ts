import type { z } from "zod";
import type { FeedbackEvent } from "../webhook-types.ts";
import type { commentSchema } from "./schemas.ts";

/** All comments share one sequence of ids: a reply on a line is delivered like any other comment. */
export function toCommentEvent(
  number: number,
  { id, body, user, html_url: url }: z.output<typeof commentSchema>,
): FeedbackEvent {
  return {
    kind: "comment",
    number,
    id: `comment-${id}`,
    author: user?.login ?? "",
    text: body ?? "",
    url: url ?? "",
  };
}

/** True if this commit status means that the check has failed. */
export function isFailedState(state: string): boolean {
  return state === "failure" || state === "error";
}

export function toFailedCheck(check: {
  branch: string | null | undefined;
  commit: string;
  name: string;
  text: string | null | undefined;
  url: string | null | undefined;
}): FeedbackEvent {
  const { branch, commit, name, text, url } = check;
  return { kind: "check_failed", branch: branch ?? "", commit, name, text: text ?? "", url: url ?? "" };
}
