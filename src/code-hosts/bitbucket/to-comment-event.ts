import { readMark } from "../marked-body.ts";
import type { FeedbackEvent } from "../types.ts";
import type { BitbucketComment } from "./schemas.ts";

/**
 * What a comment tells, delivered or listed. Null for what nobody has said: deleted, not published yet, of an
 * account that is gone, or with the mark of what Copydesk has said itself.
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

/** Writes the names of mentioned people, whom the raw text has as `@{account id}`. */
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
