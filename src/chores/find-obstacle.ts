import type { Span } from "../markdown/page-scan.ts";
import type { LeftKind } from "./left-kind.ts";
import type { TermChange } from "./term-change.ts";
import { isTextAttribute } from "./text-attribute.ts";

const lookCharacters = 500;

/**
 * Returns why an occurrence of a term is not prose, or null. `from`: spans before it end before the
 * occurrence.
 */
export function findObstacle(
  text: string,
  spans: readonly Span[],
  from: number,
  start: number,
  end: number,
  { includingCode, new: replacement }: TermChange,
): LeftKind | null {
  for (let index = from; index < spans.length && spans[index]!.start < end; index++) {
    const { kind } = spans[index]!;
    if (isTextAttribute(text, spans[index]!, { start, end, replacement })) continue;
    const isCode = kind === "code-block" || kind === "inline-code";
    if (!isCode || !includingCode || isFenceLine(text, start)) return kind;
  }
  if (isBetweenParentheses(text, start, end) || isLabel(text, start, end)) return "link-target";
  if (isInPackageName(text, start, end)) return "package-name";
  return isInEntity(text, start, end) ? "entity" : null;
}

/** `@scope/name` is an identifier, even if it is not marked as code. */
function isInPackageName(text: string, start: number, end: number): boolean {
  // At most 214 characters.
  const before = /@[\w.-]*\/?[\w.-]*$/.exec(text.slice(Math.max(0, start - 214), start))?.[0];
  if (before === undefined) return false;
  return /^@[\w.-]+\/[\w.-]+/.test(before + text.slice(start, end + 214));
}

/**
 * Whether a place is in a link's parentheses. With a space in it the target is no link by Markdown's rules,
 * but was meant as one.
 */
function isBetweenParentheses(text: string, start: number, end: number): boolean {
  const before = lineBefore(text, start);
  const opening = before.lastIndexOf("](");
  if (opening < 0 || before.includes(")", opening)) return false;
  return /^[^()\n]*\)/.test(text.slice(end, end + lookCharacters));
}

/**
 * Whether the place is a name that links use: a label before a heading, `(name)=`, or a link by page name,
 * `[[name]]`.
 */
function isLabel(text: string, start: number, end: number): boolean {
  const before = lineBefore(text, start);
  const after = text.slice(end, end + lookCharacters);
  if (before.startsWith("(") && !before.includes(")") && /^[^()\n]*\)=/.test(after)) return true;
  return before.lastIndexOf("[[") > before.lastIndexOf("]]") && /^[^[\]\n]*\]\]/.test(after);
}

/**
 * Returns the line up to a place, or the end of that part if it is long, so that every match looks only at so
 * much.
 */
function lineBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - lookCharacters), at);
  return before.slice(before.lastIndexOf("\n") + 1);
}

function isFenceLine(text: string, at: number): boolean {
  return /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}[^`]*|~{3}.*)$/s.test(lineBefore(text, at));
}

/** `&nbsp;` is a character, not the word "nbsp". */
function isInEntity(text: string, start: number, end: number): boolean {
  // At most 32 characters.
  if (!/&#?\w{0,30}$/.test(text.slice(Math.max(0, start - 32), start))) return false;
  return /^\w{0,30};/.test(text.slice(end, end + 32)) && /^[\w#]+;?$/.test(text.slice(start, end));
}
