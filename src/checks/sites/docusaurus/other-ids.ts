import { posix } from "node:path";
import { isPagePath } from "../../../text/page-path.ts";
import type { PageFacts } from "../../model/page-facts.ts";
import type { SiteContext } from "../../model/site.ts";
import { findIdWriters } from "../shared/own-components.ts";

/** Components of the classic theme that give no id to what they show. */
const plain: ReadonlySet<string> = new Set(
  `Admonition BrowserOnly CodeBlock CodeInline Details DocCard DocCardList Icon Layout Mermaid TOCInline TabItem
    Tabs Tag ThemedImage`.split(/\s+/),
);

/**
 * Returns a test for pages to which components may add ids, also those that the theme gives to all pages.
 * `otherMdx` is set where an older MDX may read pages, which ends fences with less indentation elsewhere.
 */
export async function findOtherIds(
  context: SiteContext,
  root: string,
  otherMdx: string | undefined,
): Promise<(facts: PageFacts) => boolean> {
  const writesIds = await findIdWriters(context, root, plain);
  const given = await readGiven(context, root);
  const quiet = await findQuietParts(context, root, given.values());
  const mayWrite = (facts: PageFacts, tag: string): boolean => {
    const source = given.get(tag)!;
    return quiet.has(source) ? false : writesIds({ ...facts, ownCode: [source] });
  };
  return (facts) => {
    if (otherMdx !== undefined && facts.hasUnevenFence) return true;
    const tags = facts.idTags.filter((tag) => given.has(tag));
    return writesIds(facts) || tags.some((tag) => mayWrite(facts, tag));
  };
}

const imported = /\bimport[ \t]+([A-Z]\w*)[ \t]+from[ \t]+["']([^"'\s]{1,300})["']/g;

/** Components that `src/theme/MDXComponents` names → what they are imported from, or their own names. */
async function readGiven({ files, read }: SiteContext, root: string): Promise<ReadonlyMap<string, string>> {
  const path = ["", "/index"]
    .flatMap((end) => ["js", "jsx", "ts", "tsx"].map((kind) => `src/theme/MDXComponents${end}.${kind}`))
    .map((one) => posix.join(root, one))
    .find((one) => files.has(one));
  if (path === undefined) return new Map();
  const text = (await read(path)).toString("utf8");
  const names = (text.match(/\b[A-Z]\w*/g) ?? []).map((name) => [name, name] as const);
  const sources = [...text.matchAll(imported)].map(([, name, source]) => [name!, source!] as const);
  return new Map([...names, ...sources]);
}

/** Text that brings ids to a page, or other components. */
const bringsIds = /^[ \t]{0,3}#{1,6}[ \t]|^[ \t]{0,3}(?:=+|-+)[ \t]*$|\bid=|<h[1-6][\s>]|<[A-Z]/m;

/** Returns those sources that are parts in Markdown without headings. */
async function findQuietParts(
  { files, read }: SiteContext,
  root: string,
  sources: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const quiet = new Set<string>();
  for (const source of sources) {
    const path = posix.join(root, source.replace(/^@site\//, ""));
    if (!source.startsWith("@site/") || !isPagePath(path) || !files.has(path)) continue;
    if (!bringsIds.test((await read(path)).toString("utf8"))) quiet.add(source);
  }
  return quiet;
}
