import { createHash } from "node:crypto";

const markPattern = /(?:<!-- |^\[\/\/\]: # \()copydesk:([a-z0-9_=; -]+)(?: -->|\))/im;
const cutNotice = "\n\n…\n\n*Cut here: the host accepts no longer texts. The whole text is with the job.*";

export interface BodyText {
  title: string;
  body: string;
  jobId: string;
}

/**
 * How a mark is hidden: in an HTML comment, or in an unused link definition if the host shows HTML as text.
 */
export type CommentMark = "comment" | "definition";

/**
 * Appends a hidden mark with the job and a hash of title and body. Cuts the body to the host's limit (in
 * characters) and adds a line that says so.
 */
export function markBody(
  text: BodyText,
  { charactersMax, mark: kind }: { charactersMax: number; mark?: CommentMark },
): string {
  const mark = `\n\n${hide(`job=${text.jobId}; hash=${hashOf(text)}`, kind)}\n`;
  const room = charactersMax - mark.length;
  const body = text.body.trimEnd();
  if (body.length <= room) return `${body}${mark}`;
  return `${cutAt(body, room - cutNotice.length)}${cutNotice}${mark}`;
}

/** True if the host already has this title and body. People may have edited them since. */
export function isUpToDate(hostBody: string | null | undefined, text: BodyText): boolean {
  return readMark(hostBody)?.hash === hashOf(text);
}

/** Reads the mark of a body; null if there is none. */
export function readMark(hostBody: string | null | undefined): { job: string; hash: string } | null {
  const [, content] = markPattern.exec(hostBody ?? "") ?? [];
  if (content === undefined) return null;
  const fields = new Map(
    content.split(";").map((field) => field.trim().split("=", 2) as [string, string | undefined]),
  );
  return { job: fields.get("job") ?? "", hash: fields.get("hash") ?? "" };
}

/** Returns the hidden line by which the comment of a topic is found again. */
export function commentMark(topic: string, kind?: CommentMark): string {
  return hide(`topic=${topic}`, kind);
}

function hide(content: string, kind: CommentMark = "comment"): string {
  return kind === "comment" ? `<!-- copydesk:${content} -->` : `[//]: # (copydesk:${content})`;
}

function hashOf({ title, body }: BodyText): string {
  return createHash("sha256").update(`${title}\n${body.trimEnd()}`).digest("hex").slice(0, 32);
}

/** Never cuts inside a surrogate pair, and closes an open code fence. */
function cutAt(text: string, characters: number): string {
  const end = Math.max(0, characters - 8);
  const cut = text.slice(0, /[\ud800-\udbff]/.test(text[end - 1] ?? "") ? end - 1 : end);
  const fences = cut.match(/^ {0,3}(```+|~~~+)/gm) ?? [];
  return fences.length % 2 === 0 ? cut : `${cut}\n${fences.at(-1)!.trim()}`;
}
