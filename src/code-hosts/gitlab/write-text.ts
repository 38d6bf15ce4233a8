import { markBody } from "../marked-body.ts";
import type { PullRequestDraft } from "../types.ts";
import type { MergeRequest } from "./schemas.ts";

/** GitLab's limit is 1,048,576. */
export const textCharactersMax = 1_000_000;
const titleCharactersMax = 255;
const draftPrefix = "Draft: ";
const draftPattern = /^\s*(?:draft:|\[draft\]|\(draft\))\s*/i;

/** Returns the text of a merge request in the form that is hashed and marked. */
export function textOf({ title, body, jobId }: PullRequestDraft) {
  return { title, body: withoutQuickActions(body), jobId };
}

export function writeDescription(draft: PullRequestDraft): string {
  return markBody(textOf(draft), { charactersMax: textCharactersMax });
}

export function writeTitle({ title, draft }: PullRequestDraft): string {
  return cutTitle(draft && !draftPattern.test(title) ? `${draftPrefix}${title}` : title);
}

/** Rewrites the title of an open merge request, which keeps its draft state, including changes by people. */
export function rewriteTitle(found: MergeRequest, { title }: PullRequestDraft): string {
  if (!found.draft || draftPattern.test(title)) return cutTitle(title);
  return cutTitle(`${draftPattern.exec(found.title)?.[0] ?? draftPrefix}${title}`);
}

/**
 * GitLab executes lines such as "/merge" or "/assign @somebody". A backslash prevents that; it is invisible
 * outside code. The host removes carriage returns before it looks for such lines.
 */
export function withoutQuickActions(text: string): string {
  return text.replace(/(^|\n)(\r*)\/(?=[\w-]+(?:\s|$))/g, "$1$2\\/");
}

function cutTitle(title: string): string {
  const characters = [...title];
  if (characters.length <= titleCharactersMax) return title;
  return `${characters.slice(0, titleCharactersMax - 1).join("")}…`;
}
