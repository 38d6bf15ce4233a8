import { posix, relative } from "node:path";
import { addressOf } from "./page-address.ts";

interface Token {
  type: string;
  attrs: [string, string][] | null;
  children: Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}

interface State {
  tokens: Token[];
  /** `path` is where a rewritten page would be. */
  env: { path: string; realPath?: string };
}

interface MarkdownIt {
  core: { ruler: { push(name: string, rule: (state: State) => void): void } };
}

/** Returns a hook that fits pages which are also read on code hosts to the site. */
export function adaptPages(root: string): (md: MarkdownIt) => void {
  return (md) =>
    md.core.ruler.push("copydesk_pages", ({ tokens, env }) => {
      const page = relative(root, env.realPath ?? env.path).replaceAll("\\", "/");
      for (const token of tokens) {
        alignCell(token);
        for (const child of token.children ?? []) adapt(child, page);
      }
    });
}

function adapt(token: Token, page: string): void {
  if (token.type === "link_open") pointLink(token, page);
  // What stands between two braces is no expression here.
  if (token.type === "code_inline") token.attrSet("v-pre", "");
}

/** Links name files, as code hosts show them; a file that the site does not have is named without a link. */
function pointLink(token: Token, page: string): void {
  const target = token.attrGet("href") ?? "";
  if (target.startsWith("#") || /^[a-z][a-z+.-]*:/i.test(target)) return;
  const hash = target.includes("#") ? target.slice(target.indexOf("#")) : "";
  const path = decodeURI(target.slice(0, target.length - hash.length));
  const file = posix.join(posix.dirname(page), path);
  const address = addressOf(file);
  if (address !== null) token.attrSet("href", address + hash);
  else token.attrs = [["title", file]];
}

/** A class instead of the attribute `style`, which the service's content security policy refuses. */
function alignCell(token: Token): void {
  if (token.type !== "td_open" && token.type !== "th_open") return;
  const side = token.attrGet("style")?.replace("text-align:", "");
  if (side !== undefined) token.attrs = [["class", `cell-${side}`]];
}
