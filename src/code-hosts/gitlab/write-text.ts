import { markBody } from "../marked-body.ts";
import type { PullRequestDraft } from "../types.ts";
import type { MergeRequest } from "./schemas.ts";

/** GitLab takes 1,048,576. */
export const textCharactersMax = 1_000_000;
const titleCharactersMax = 255;
const draftPrefix = "Draft: ";
const draftPattern = /^\s*(?:draft:|\[draft\]|\(draft\))\s*/i;

/** What a merge request is to say, as it is hashed and marked. */
export function textOf({ title, body, jobId }: PullRequestDraft) {
  return { title, body: withoutQuickActions(body), jobId };
}

export function writeDescription(draft: PullRequestDraft): string {
  return markBody(textOf(draft), { charactersMax: textCharactersMax });
}

export function writeTitle({ title, draft }: PullRequestDraft): string {
  return cutTitle(draft && !draftPattern.test(title) ? `${draftPrefix}${title}` : title);
}

/** Of one that is open: it stays a draft, or what people have made of it. */
export function rewriteTitle(found: MergeRequest, { title }: PullRequestDraft): string {
  if (!found.draft || draftPattern.test(title)) return cutTitle(title);
  return cutTitle(`${draftPattern.exec(found.title)?.[0] ?? draftPrefix}${title}`);
}

/**
 * GitLab does what lines such as "/merge" or "/assign @somebody" say. A backslash takes that away; it is not
 * seen outside of code. The host deletes carriage returns before it looks.
 */
export function withoutQuickActions(text: string): string {
  return text.replace(/(^|\n)(\r*)\/(?=[\w-]+(?:\s|$))/g, "$1$2\\/");
}

function cutTitle(title: string): string {
  const characters = [...title];
  if (characters.length <= titleCharactersMax) return title;
  return `${characters.slice(0, titleCharactersMax - 1).join("")}…`;
}
