/**
 * Patterns that a host or a bot acts on, which are made harmless but stay readable. The replacements work in
 * plain text and in Markdown, and in code as well, because hosts search the source for some of them.
 */

const mention = /(?<![0-9A-Za-z_])@(?=[0-9A-Za-z_<{"])/g;
const groupMention = /<!(?=[a-z])/gi;

/** Separates e.g. `@everyone`, `@org/team` and `<!channel>`. */
export function separateMentions(text: string): string {
  return text.replace(mention, "@ ").replace(groupMention, "< !");
}

const numberReference = /(?:\b(?:GH-|AB#)|#)(?=\d{1,10}(?![0-9A-Za-z_]))/gi;
const closingWord =
  /\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?)\b/i;
const trackerKey =
  /\b(clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?)(:?[ \t]{1,4}(?:issues?[ \t]{1,4})?)(?=([a-z][a-z0-9_]{1,20})-\d)/gi;
const noTrackers = new Set("utf sha iso rfc aes md ipv es http tls cve rsa base".split(" "));
const smartCommand = /(^|\s)#(?=[a-z])/gi;
const trackerKeyAnywhere = /\b([A-Z][A-Z0-9_]{1,20})-\d/g;

/** Separates `#1`, `GH-1`, `AB#1` and `owner/name#1`, and issue keys of trackers after a closing word. */
export function separateReferences(text: string): string {
  return text
    .replace(numberReference, (start, at: number, whole: string) => {
      if (start !== "#") return `${start.slice(0, 2)} no. `;
      return /[0-9A-Za-z]/.test(whole[at - 1] ?? "") ? " no. " : "no. ";
    })
    .replace(trackerKey, (whole, word: string, gap: string, project: string) =>
      noTrackers.has(project.toLowerCase()) ? whole : `${word}${gap}item `,
    );
}

/**
 * In code only the references that a closing word makes effective: other numbers there are colours and
 * anchors.
 */
export function separateClosingReferences(line: string): string {
  return closingWord.test(line) ? separateReferences(line) : line.replace(/\bAB#(?=\d)/gi, "AB no. ");
}

/** Separates e.g. `PROJ-1 #close #time 2h`. */
export function separateCommands(text: string): string {
  const projects = [...text.matchAll(trackerKeyAnywhere)].map(([, project]) => project!.toLowerCase());
  return projects.every((project) => noTrackers.has(project)) ? text : text.replace(smartCommand, "$1");
}

const directive = /\[([^[\]\n]{0,80})\]/g;

/** Defuses e.g. `[skip ci]` and `***NO_CI***`. */
export function dropDirectives(text: string): string {
  return text
    .replace(directive, (whole, words: string) => (/\b(?:skip|ci)\b/i.test(words) ? `(${words})` : whole))
    .replace(/\*{1,3}(NO_CI)\*{0,3}/gi, "$1");
}

const trailer = /^([ \t]*[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)+)[ \t]*:/gm;
const knownTrailer =
  /^([ \t]*(?:[A-Za-z]+(?:-[A-Za-z]+)*-by|change-id|skip-checks|breaking change))[ \t]*:/gim;

/** Breaks `Signed-off-by: …` at the beginning of a line, so that no trailer is found. */
export function breakTrailers(text: string): string {
  return breakKnownTrailers(text.replace(trailer, "$1 -"));
}

/** For code, where `Content-Type: …` must stay as it is. */
export function breakKnownTrailers(text: string): string {
  return text.replace(knownTrailer, "$1 -");
}

/** Removes the schemes of addresses, so that no host turns them into links or references. */
export function dropSchemes(text: string): string {
  return text.replace(/\bhttps?:\/\//gi, "");
}
