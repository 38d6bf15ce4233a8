/**
 * Lines that git itself writes. A paragraph with one of them is a block of trailers even if up to three
 * quarters of its lines are not trailers.
 */
const ownTrailers = ["Signed-off-by: ", "(cherry picked from commit "];

/**
 * Returns the commit message with the trailers ("Key: value") in its last paragraph, by the rules of `git
 * interpret-trailers`: they join an existing block, otherwise start one after a blank line; duplicates are
 * skipped. The result ends with a line break.
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
 * Returns the index of the first line of the block of trailers that ends the message, or null. The first
 * paragraph is the title and never such a block.
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
 * Joins continuation lines: a line that begins with a space continues the trailer right before it, unless a
 * comment stands between them.
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
