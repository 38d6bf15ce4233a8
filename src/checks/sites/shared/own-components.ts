import { posix } from "node:path";
import type { PageFacts } from "../../model/page-facts.ts";
import type { SiteContext } from "../../model/site.ts";
import { rendersApi } from "../../pages/find-own-code.ts";

const filesMax = 300;
const bytesMax = 256 * 1024;
const component = /\.(?:[jt]sx|astro|vue|svelte|js)$/;
const notShown =
  /(?:^|\/)(?:node_modules|dist|build|\.[^/]+|__tests__|tests?)\/|\.(?:test|spec|stories)\.|\.config\./;
/** An id in a tag, an object or by assignment, a heading, or markup that is computed. */
const writesIds =
  /\bid\s{0,9}(?::|=\s{0,9}["'`{])|\.id\s{0,9}=[^=]|\bid\}|<h[1-6][\s>]|<Heading|\bset:html\b|\bv-html\b|dangerouslySetInnerHTML/;
const spread = /\{\.\.\.([\w.]*)/g;
const ownAttributes = /^(?:(?:Astro|this)\.)?(?:props|attrs|attributes)$/;
/** The other attributes that a component is given: `({ name, ...rest }) =>`. */
const rest = /\.\.\.(\w+)[\s,]{0,9}\}\s{0,9}(?:[:)]|=[^>])/g;
const packaged = /\bfrom\s{0,9}["']([@\w][^"'\s]{0,200})["']/g;

/**
 * Returns a test for pages that import components of the site's own which may give ids to what they show. A
 * component that is not found, or uses one that may, counts as well. `plain`: those of the theme that do not.
 */
export async function findIdWriters(
  { files, read }: SiteContext,
  root: string,
  plain: ReadonlySet<string> = new Set(),
): Promise<(facts: PageFacts) => boolean> {
  const below = root === "" ? "" : `${root}/`;
  const found = [...files].filter((path) => path.startsWith(below) && component.test(path));
  const texts = new Map<string, string[]>();
  for (const path of found.filter((one) => !notShown.test(one)).slice(0, filesMax)) {
    const bytes = await read(path);
    const text = bytes.length > bytesMax ? "id=" : bytes.toString("utf8");
    texts.set(nameOf(path), [...(texts.get(nameOf(path)) ?? []), text]);
  }
  const mayWrite = (text: string) =>
    writesIds.test(text) ||
    spreadsOthers(text) ||
    [...text.matchAll(packaged)].some(([, source]) => rendersApi.test(source!));
  const quiet = new Set([...texts].filter(([, all]) => !all.some(mayWrite)).map(([name]) => name));
  const isComponent = (name: string) => texts.has(name);
  const uses = new Map(
    [...quiet].map((name) => [name, texts.get(name)!.flatMap((text) => readImports(text, isComponent))]),
  );
  for (const name of plain)
    if (!texts.has(name)) {
      quiet.add(name);
      uses.set(name, []);
    }
  for (let last = -1; last !== quiet.size; ) {
    last = quiet.size;
    for (const name of [...quiet]) if (uses.get(name)!.some((one) => !quiet.has(one))) quiet.delete(name);
  }
  return ({ ownCode }) => ownCode.some((source) => !quiet.has(nameOf(source)));
}

/** The file's name, or that of its folder: `a/Card/index.jsx` is imported as `a/Card`. */
function nameOf(path: string): string {
  const bare = path.replace(/\.(?:[jt]sx?|astro|vue|svelte)$/, "").replace(/\/index$/, "");
  return posix.basename(bare);
}

const imported = /\bfrom\s*["']((?:\.{1,2}|@site|@theme|[@~])?\/[^"'\s]+)["']/g;

/** Names of the components that a component imports; data and styles show nothing by themselves. */
function readImports(text: string, isComponent: (name: string) => boolean): string[] {
  return [...text.matchAll(imported)].flatMap(({ 1: source, index }) => {
    const name = nameOf(source!);
    const before = text.slice(Math.max(0, index - 300), index);
    const clause = before.slice(Math.max(0, before.lastIndexOf("import")));
    const isShown = /^[A-Z]/.test(name) || (/[\s{,][A-Z][a-z]/.test(clause) && isComponent(name));
    return isShown && !/\.\w+$/.test(name) ? [name] : [];
  });
}

/** Whether it spreads other attributes than those that it is given, which are in the text of the page. */
function spreadsOthers(text: string): boolean {
  const given = new Set([...text.matchAll(rest)].map(([, name]) => name));
  return [...text.matchAll(spread)].some(([, name]) => !ownAttributes.test(name!) && !given.has(name));
}
