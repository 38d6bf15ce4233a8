const ownName = "copydesk";

/**
 * True if a text addresses Copydesk: `@copydesk`, or `@` and the login of the project's credentials, as a
 * separate word, ignoring case. Quoted lines (beginning with `>`) do not count.
 */
export function isMention(text: string, login: string | null): boolean {
  const own = text.replace(/^[ \t]*>.*$/gm, "");
  // Apps are mentioned without the `[bot]` of their logins.
  const names = [ownName, (login ?? "").replace(/\[bot\]$/i, "")];
  return names.some((name) => name !== "" && hasMention(own, name));
}

/**
 * True if a comment is Copydesk's own, by the mark that its comments carry on every host
 * (`src/code-hosts/marked-body.ts`), unless just quoted. The author is not conclusive: people connect
 * projects with their own accounts, with which they also review.
 */
export function isOwnText(text: string): boolean {
  return ownMark.test(text.replace(/^[ \t]*>.*$/gm, ""));
}

const ownMark = /(?:<!-- |^\[\/\/\]: # \()copydesk:/im;

// Must not be part of a longer name, an e-mail address or a URL.
function hasMention(text: string, name: string): boolean {
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}_@/])@/gu)) {
    const end = index + 1 + name.length;
    if (text.slice(index + 1, end).toLowerCase() !== name.toLowerCase()) continue;
    if (!/^(?:[\p{L}\p{N}_/@-]|\.[\p{L}\p{N}])/u.test(text.slice(end, end + 4))) return true;
  }
  return false;
}
