const ownName = "copydesk";

/**
 * Whether a text speaks to Copydesk: `@copydesk`, or `@` and the login of the project's credentials, as a
 * word of its own, in any case. What the author only quotes (lines that begin with `>`) does not count.
 */
export function isMention(text: string, login: string | null): boolean {
  const own = text.replace(/^[ \t]*>.*$/gm, "");
  // Apps are mentioned without the end of their logins.
  const names = [ownName, (login ?? "").replace(/\[bot\]$/i, "")];
  return names.some((name) => name !== "" && hasMention(own, name));
}

/**
 * Whether a comment is Copydesk's own: by the mark that its comments carry on every host
 * (`src/code-hosts/marked-body.ts`), unless it is only quoted. The author says nothing: people connect
 * projects with their own accounts, and review with them.
 */
export function isOwnText(text: string): boolean {
  return ownMark.test(text.replace(/^[ \t]*>.*$/gm, ""));
}

const ownMark = /(?:<!-- |^\[\/\/\]: # \()copydesk:/im;

// Neither part of a longer name, nor of an e-mail or web address.
function hasMention(text: string, name: string): boolean {
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}_@/])@/gu)) {
    const end = index + 1 + name.length;
    if (text.slice(index + 1, end).toLowerCase() !== name.toLowerCase()) continue;
    if (!/^(?:[\p{L}\p{N}_/@-]|\.[\p{L}\p{N}])/u.test(text.slice(end, end + 4))) return true;
  }
  return false;
}
