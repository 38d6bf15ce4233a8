import { posix } from "node:path";
import type { PageFacts } from "../../model/page-facts.ts";
import type { SiteContext } from "../../model/site.ts";
import { findIdWriters } from "../shared/own-components.ts";

/** Components of the classic theme that give no id to what they show. */
const plain: ReadonlySet<string> = new Set(
  `Admonition BrowserOnly CodeBlock CodeInline Details DocCard DocCardList Icon Layout Mermaid TOCInline TabItem
    Tabs Tag ThemedImage`.split(/\s+/),
);

/** Returns a test for pages to which components may add ids, also those that the theme gives to all pages. */
export async function findOtherIds(
  context: SiteContext,
  root: string,
): Promise<(facts: PageFacts) => boolean> {
  const writesIds = await findIdWriters(context, root, plain);
  const given = await readGiven(context, root);
  return (facts) => {
    const tags = facts.idTags.filter((tag) => given.has(tag));
    return writesIds(facts) || tags.some((tag) => writesIds({ ...facts, ownCode: [tag] }));
  };
}

/** Returns the names of components that `src/theme/MDXComponents` speaks of. */
async function readGiven({ files, read }: SiteContext, root: string): Promise<ReadonlySet<string>> {
  const path = ["", "/index"]
    .flatMap((end) => ["js", "jsx", "ts", "tsx"].map((kind) => `src/theme/MDXComponents${end}.${kind}`))
    .map((one) => posix.join(root, one))
    .find((one) => files.has(one));
  if (path === undefined) return new Set();
  return new Set((await read(path)).toString("utf8").match(/\b[A-Z]\w*/g) ?? []);
}
