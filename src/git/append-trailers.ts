/**
 * What git itself writes; one of them makes a paragraph a block of trailers although a few of its lines are
 * none.
 */
const ownTrailers = ["Signed-off-by: ", "(cherry picked from commit "];

/**
 * A commit message with the trailers ("Key: value") in its last paragraph, by the rules of `git
 * interpret-trailers`: they join the block that is there already, else they begin one after a blank line; one
 * that is there is not added again. Ends with a line break.
 */
export function appendTrailers(message: string, trailers: readonly string[]): string {
  const body = message.replaceAll("\0", "").replace(/\r\n?/g, "\n").trimEnd();
  const lines = body.split("\n");
  const start = findBlock(lines);
  const known = new Set(start === null ? [] : unfold(lines.slice(start)));
  const added = trailers
    .map((trailer) => trailer.replace(/[\p{Cc}\s]+/gu, " ").trim())
    .filter((trailer) => trailer !== "" && !known.has(trailer) && known.add(trailer));
  if (added.length === 0) return body === "" ? "" : `${body}\n`;
  const gap = start === null ? "\n\n" : "\n";
  return `${body}${body === "" ? "" : gap}${added.join("\n")}\n`;
}

/**
 * Where the block of trailers begins that the message ends with, or null. The first paragraph is the title
 * and never one.
 */
function findBlock(lines: readonly string[]): number | null {
  const blank = lines.findLastIndex((line) => /^[ \t]*$/.test(line));
  if (blank === -1) return null;
  let trailers = 0;
  let others = 0;
  let continuing = 0;
  let isOwn = false;
  for (const line of lines.slice(blank + 1).reverse()) {
    const isTrailer = trailerPattern.test(line) || ownTrailers.some((own) => line.startsWith(own));
    if (isComment(line)) others += continuing;
    else if (isTrailer) trailers += 1;
    else if (/^[ \t]/.test(line)) {
      continuing += 1;
      continue;
    } else others += continuing + 1;
    continuing = 0;
    isOwn ||= ownTrailers.some((own) => line.startsWith(own));
  }
  others += continuing;
  const isBlock = isOwn ? trailers * 3 >= others : trailers > 0 && others === 0;
  return isBlock ? blank + 1 : null;
}

/**
 * A line that begins with a space goes on with the trailer right before it; a comment between them ends that
 * one.
 */
function unfold(lines: readonly string[]): string[] {
  const whole: string[] = [];
  let isTrailer = false;
  for (const line of lines) {
    if (isTrailer && /^[ \t]/.test(line)) {
      whole[whole.length - 1] += ` ${line.trim()}`;
      continue;
    }
    if (!isComment(line)) whole.push(line);
    isTrailer = trailerPattern.test(line);
  }
  return whole;
}

const trailerPattern = /^[A-Za-z0-9-]+[ \t]*:/;

function isComment(line: string): boolean {
  return line.startsWith("#");
}
