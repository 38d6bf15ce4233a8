/**
 * Characters that are invisible or reorder their neighbours: controls, bidirectional controls, zero-width and
 * format characters, tags, selectors, fillers. Tab and line feed are not among them.
 */
const hidden =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\p{Variation_Selector}\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|\u034f|\u17b4|\u17b5/gu;

const joins = /^(?![\x00-\x7F])[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;
const takesSelector = /^[\p{Extended_Pictographic}\p{Emoji}\p{Ideographic}\p{S}]$/u;
const flagTag = /\u{1F3F4}[\u{E0020}-\u{E007E}]{1,16}\u{E007F}/gu;

/** Removes hidden characters; a carriage return or line separator becomes a line feed. */
export function removeHidden(text: string): string {
  if (text.search(hidden) === -1) return text;
  const lines = text.toWellFormed().replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n");
  const kept = keptTags(lines);
  return lines.replace(hidden, (character, at: number) =>
    kept.has(at) || belongs(lines, at, character) ? character : "",
  );
}

/**
 * Returns the first hidden character that occurs more often in the added text than in the removed text, as
 * `U+202E`, or null.
 */
export function findHiddenCharacter(added: string, removed: string): string | null {
  if (added.search(hidden) === -1) return null;
  const before = countHidden(removed);
  for (const [character, count] of countHidden(added)) {
    if (count > (before.get(character) ?? 0))
      return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
  }
  return null;
}

/**
 * Characters that editors and terminals leave in files are no attack: byte order marks, carriage returns,
 * soft hyphens and other controls.
 */
const harmlessInFiles = /[\u0000-\u001f\u007f-\u009f\u00ad\ufeff\u2028\u2029\u2800\ufff0-\ufffb]/u;

function countHidden(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const kept = keptTags(text);
  for (const { index, 0: character } of text.matchAll(hidden)) {
    if (harmlessInFiles.test(character) || kept.has(index) || belongs(text, index, character)) continue;
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return counts;
}

/** Tag characters after a black flag form the flag of a region. */
function keptTags(text: string): Set<number> {
  const places = new Set<number>();
  for (const { index, 0: flag } of text.matchAll(flagTag))
    for (let at = index; at < index + flag.length; at += 1) places.add(at);
  return places;
}

/**
 * Whether a joiner stands between two letters of a script that needs it or between emoji, or a selector after
 * a character with variants.
 */
function belongs(text: string, at: number, character: string): boolean {
  const isJoiner = character === "\u200c" || character === "\u200d";
  const isSelector = /\p{Variation_Selector}/u.test(character);
  if (!isJoiner && !isSelector) return false;
  const before = characterBefore(text, at);
  if (isSelector)
    return takesSelector.test(before) || (/[\u1820-\u18aa]/.test(before) && character < "\u2000");
  const next = text.codePointAt(at + 1);
  return (
    (before === "\ufe0f" || joins.test(before)) &&
    next !== undefined &&
    joins.test(String.fromCodePoint(next))
  );
}

function characterBefore(text: string, at: number): string {
  const unit = text.charCodeAt(at - 1);
  const isLow = unit >= 0xdc00 && unit < 0xe000 && at >= 2;
  return isLow ? text.slice(at - 2, at) : text.slice(Math.max(0, at - 1), at);
}
