import { removeHidden } from "./hidden-characters.ts";
import {
  breakKnownTrailers,
  breakTrailers,
  dropDirectives,
  separateClosingReferences,
  separateCommands,
  separateMentions,
  separateReferences,
} from "./neutralise.ts";

export interface MarkdownRules {
  /** Hosts, with their ports, that links may lead to. */
  linkHosts: readonly string[];
}

/**
 * Cleans untrusted Markdown for a pull request or a comment: lists, emphasis, code and links to the given
 * hosts stay; HTML, images, other links, references, mentions, commands and trailers are shown as text.
 * Anything that a host might parse differently from this code is escaped.
 */
export function cleanMarkdown(text: string, rules: MarkdownRules): string {
  const lines: string[] = [];
  let fence: string | null = null;
  for (const line of removeHidden(text).split("\n")) {
    const mark: Fence | null = fence === null ? openingFence(line) : null;
    if (fence !== null && closes(line, fence)) {
      lines.push(fence);
      fence = null;
    } else if (fence !== null) lines.push(cleanCode(line));
    else if (mark !== null) {
      fence = mark.fence;
      lines.push(`${mark.fence}${mark.language}`);
    } else lines.push(cleanProse(line, rules));
  }
  if (fence !== null) lines.push(fence);
  return lines.join("\n");
}

interface Fence {
  fence: string;
  language: string;
}

/** Only at the margin: an indented fence ends with its list item, and hosts differ in where that is. */
function openingFence(line: string): Fence | null {
  const [fence] = /^(?:`{3,}|~{3,})/.exec(line) ?? [];
  const info = line.slice(fence?.length);
  if (fence === undefined || info.includes("`")) return null;
  const [language = ""] = /^[0-9A-Za-z+#-]{1,30}/.exec(info.trim()) ?? [];
  return { fence, language };
}

function closes(line: string, fence: string): boolean {
  const text = line.trimEnd();
  return text.length >= fence.length && text === fence[0]!.repeat(text.length);
}

function cleanCode(line: string): string {
  return breakKnownTrailers(separateClosingReferences(dropDirectives(line)));
}

interface Segment {
  isCode: boolean;
  text: string;
}

function cleanProse(line: string, rules: MarkdownRules): string {
  let result = "";
  for (const { isCode, text } of splitCode(dropDirectives(line))) {
    const clean = isCode ? cleanCode(text) : cleanWords(text, rules);
    result += result.endsWith("`") && clean.startsWith("`") ? ` ${clean}` : clean;
  }
  return breakTrailers(result).replace(/^([ \t]*)\/(?=[A-Za-z])/, "$1\\/");
}

/**
 * Splits off code spans that begin and end in the line, without the bar that would end a table's cell; every
 * other backtick is escaped, so that no host pairs it.
 */
function splitCode(line: string): Segment[] {
  const segments: Segment[] = [];
  const closings = runsOf(line);
  let words = "";
  for (let at = 0; at < line.length; ) {
    if (line[at] === "\\") {
      words += line.slice(at, at + 2);
      at += 2;
      continue;
    }
    if (line[at] !== "`") {
      words += line[at];
      at += 1;
      continue;
    }
    const length = runLength(line, at);
    const end = closings.get(length)?.find((place) => place >= at + length);
    const code = end === undefined ? "|" : line.slice(at, end + length);
    if (code.includes("|")) {
      words += "\\`".repeat(length);
      at += length;
      continue;
    }
    segments.push({ isCode: false, text: words }, { isCode: true, text: code });
    words = "";
    at += code.length;
  }
  segments.push({ isCode: false, text: words });
  return segments.filter(({ text }) => text !== "");
}

/**
 * Maps each length to the starts of backtick runs of that length. Only a few of each are kept: more in one
 * line have no meaning.
 */
function runsOf(line: string): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  for (let at = line.indexOf("`"); at !== -1; ) {
    const length = runLength(line, at);
    const known = runs.get(length) ?? [];
    if (known.length < 256) runs.set(length, [...known, at]);
    at = line.indexOf("`", at + length);
  }
  return runs;
}

function runLength(line: string, at: number): number {
  let end = at;
  while (line[end] === "`") end += 1;
  return end - at;
}

const simpleLink = /\[([^[\]\\<>`!]{1,200})\]\((https?:\/\/[^\s()<>"'`\\]{1,1000})\)/g;
const address = /\b(?:[a-z][a-z0-9.+-]{1,20}:\/\/|www\.)[^\s<>`()[\]\\*"']+/gi;

/** Takes out the allowed links first, so that everything else can be escaped. */
function cleanWords(words: string, rules: MarkdownRules): string {
  let result = "";
  let from = 0;
  for (const match of words.matchAll(simpleLink)) {
    const [whole, text, url] = match;
    if (!isAllowed(url!, rules)) continue;
    result += escapeWords(words.slice(from, match.index), rules);
    result += `[${escapeWords(text!, { linkHosts: [] })}](${url})`;
    from = match.index + whole.length;
  }
  return result + escapeWords(words.slice(from), rules);
}

function escapeWords(words: string, rules: MarkdownRules): string {
  let result = "";
  let from = 0;
  for (const { 0: url, index } of words.matchAll(address)) {
    result += escapeText(words.slice(from, index));
    if (isAllowed(url, rules) && /^[\w:/.%?&=~+,;-]+$/.test(url)) result += url;
    else result += `${result.endsWith("`") ? " " : ""}\`${cleanCode(url)}\``;
    from = index + url.length;
  }
  return result + escapeText(words.slice(from));
}

function escapeText(text: string): string {
  const plain = text
    .replace(/\\(?=[<[\]!])/g, "")
    .replace(/[<[\]]/g, (mark) => (mark === "<" ? "&lt;" : `\\${mark}`));
  return separateMentions(separateCommands(separateReferences(plain)));
}

/** The address of an issue or pull request is never allowed, as even the project's own host acts on it. */
function isAllowed(url: string, { linkHosts }: MarkdownRules): boolean {
  if (!URL.canParse(url)) return false;
  const { host, pathname, search, username } = new URL(url);
  const hasEffect =
    /\/(?:issues|pulls?|pull-requests|pullrequests?|merge_requests|work_items|_workitems|browse)(?:\/|$)/i.test(
      pathname,
    );
  return linkHosts.includes(host) && username === "" && search === "" && !hasEffect;
}
