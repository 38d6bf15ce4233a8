import { readMark } from "../marked-body.ts";
import type { FeedbackEvent } from "../webhook-types.ts";
import type { BitbucketComment } from "./schemas.ts";

/**
 * Converts a comment, from a delivery or a list, to an event. Returns null if it is deleted, unpublished,
 * empty, by an account that is gone, or has Copydesk's own mark.
 */
export function toCommentEvent(number: number, comment: BitbucketComment): FeedbackEvent | null {
  const { id, user, deleted, pending, content, inline, links } = comment;
  const raw = content?.raw ?? "";
  if (deleted || pending || user == null || raw === "" || readMark(raw) !== null) return null;
  const line = inline?.to ?? inline?.from;
  return {
    kind: "comment",
    number,
    id: String(id),
    author: user.uuid,
    authorName: user.nickname ?? user.display_name ?? undefined,
    text: nameMentioned(raw, content?.html ?? ""),
    ...(inline == null ? {} : { path: inline.path }),
    ...(line == null ? {} : { line }),
    url: links?.html?.href ?? "",
  };
}

/** Replaces `@{account id}` in the raw text with people's names. */
function nameMentioned(raw: string, html: string): string {
  const names = new Map<string, string>();
  for (const [element, tag] of html.matchAll(/<([^<>]*)>[^<]*(?=<)/g)) {
    const [, id] = /data-atlassian-id="([^"]+)"/.exec(tag!) ?? [];
    const name = element.slice(tag!.length + 2).replace(/^@/, "");
    if (id !== undefined && name !== "") names.set(id, name);
  }
  return raw.replace(/@\{([^{}]+)\}/g, (mention, id: string) =>
    names.has(id) ? `@${names.get(id)}` : mention,
  );
}
