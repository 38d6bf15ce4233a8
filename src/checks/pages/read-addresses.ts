import { scanFrontMatter } from "../../markdown/scan-front-matter.ts";

/** What the front matter says about a page's addresses. */
interface PageAddresses {
  /** Relative to the page's own folder. */
  placed: string[];
  /** From the root, and aliases, which lead to the page wherever it is. */
  fixed: string[];
}

const charactersMax = 20_000;
const ownKey = /^["']?(?:slug|id|permalink|url)["']?[ \t]*[:=](.*)$/i;
const aliasKey = /^["']?(?:aliases|alias|redirect_from|redirects?)["']?[ \t]*[:=](.*)$/i;

/** Reads line by line: `key: value`, `key = value`, lists in one line or below. */
export function readAddresses(text: string): PageAddresses {
  const frontMatter = scanFrontMatter(text);
  const found: PageAddresses = { placed: [], fixed: [] };
  if (frontMatter === null) return found;
  const { contentStart, contentEnd } = frontMatter;
  let list: string[] | null = null;
  for (const line of text
    .slice(contentStart, Math.min(contentEnd, contentStart + charactersMax))
    .split("\n")) {
    const own = ownKey.exec(line)?.[1];
    const alias = aliasKey.exec(line)?.[1];
    for (const word of wordsOf(own ?? "")) found[word.startsWith("/") ? "fixed" : "placed"].push(word);
    if (alias !== undefined) found.fixed.push(...wordsOf(alias));
    else if (list !== null && /^\s*(?:-|["'])/.test(line)) list.push(...wordsOf(line));
    list = alias !== undefined ? found.fixed : /^\S/.test(line) && !/^[-\]]/.test(line) ? null : list;
  }
  return found;
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,"'[\]]+/).filter((word) => word !== "" && word !== "-");
}
