/** Shapes of access tokens and keys that must not appear in a page. */
const tokenShapes: readonly { what: string; shape: RegExp }[] = [
  { what: "an AWS access key", shape: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g },
  { what: "a GitHub token", shape: /\bgh[pousr]_[0-9A-Za-z]{36,255}\b/g },
  { what: "a GitHub token", shape: /\bgithub_pat_[0-9A-Za-z_]{50,255}\b/g },
  { what: "a GitLab token", shape: /\bglpat-[0-9A-Za-z_-]{20,}/g },
  { what: "an Anthropic key", shape: /\bsk-ant-[0-9A-Za-z_-]{20,}/g },
  { what: "an OpenAI key", shape: /\bsk-(?:proj-[0-9A-Za-z_-]{40,}|[0-9A-Za-z]{48})/g },
  { what: "a Slack token", shape: /\bxox[abeoprs]-[0-9A-Za-z-]{10,}/g },
  { what: "a Copydesk key", shape: /\bcpd_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}\b/g },
  {
    what: "a private key",
    shape: /-----BEGIN [A-Z0-9 ]{0,20}PRIVATE KEY-----[\s\S]{0,200}?[0-9A-Za-z+/]{40}/g,
  },
];

const canaryCharactersMin = 8;

/**
 * What in the added text looks like a secret, or null. A token that the removed text had as well was there before: an edited line
 * brings it again. `canaries` are known secrets, looked for as they are, reversed, in base64, hexadecimal, and split by other characters.
 */
export function findSecret(added: string, removed: string, canaries: readonly string[]): string | null {
  for (const { what, shape } of tokenShapes) {
    for (const [token] of added.matchAll(shape)) if (!removed.includes(token)) return what;
  }
  const compact = onlyLetters(added);
  const folded = added.toLowerCase();
  for (const canary of canaries) {
    if (onlyLetters(canary).length < canaryCharactersMin) continue;
    const isThere =
      added.includes(canary) ||
      base64Forms(canary).some((form) => added.includes(form)) ||
      folded.includes(Buffer.from(canary).toString("hex")) ||
      [canary, [...canary].reverse().join("")].some((text) => compact.includes(onlyLetters(text)));
    if (isThere) return "a secret of this installation";
  }
  return null;
}

function onlyLetters(text: string): string {
  return text.replace(/[^0-9A-Za-z]+/g, "");
}

/** The part of the base64 text that does not depend on what stands around the secret, for each of the three alignments. */
function base64Forms(secret: string): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    const length = Math.floor((bytes.length * 8) / 6);
    const form = bytes.toString("base64").slice(Math.ceil((offset * 8) / 6), length);
    return [form, form.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

/** Bidirectional controls, invisible marks and tag characters: text that people do not see. */
const hidden = /[\u202A-\u202E\u2066-\u2069\u200B-\u200F\u{E0000}-\u{E007F}]/gu;

/**
 * A hidden character, as `U+202E`, of which the added text has more than the removed text, or null. Joiners between letters or
 * emoji are a part of writing, and tags that follow a flag are one.
 */
export function findHiddenCharacter(added: string, removed: string): string | null {
  const before = countHidden(removed);
  for (const [character, count] of countHidden(added)) {
    if (count > (before.get(character) ?? 0)) {
      return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
    }
  }
  return null;
}

function countHidden(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const visible = text.replace(/\u{1F3F4}[\u{E0020}-\u{E007E}]{1,16}\u{E007F}/gu, "");
  for (const match of visible.matchAll(hidden)) {
    const [character] = match;
    if (isJoiner(visible, match.index, character)) continue;
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return counts;
}

/** Zero width (non-)joiner between two letters of a script that needs it, or between emoji. ASCII needs none. */
function isJoiner(text: string, at: number, character: string): boolean {
  if (character !== "\u200C" && character !== "\u200D") return false;
  const joins = /(?![\x00-\x7F])[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;
  const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? "";
  const after = [...text.slice(at + 1, at + 3)][0] ?? "";
  return joins.test(before) && joins.test(after);
}
