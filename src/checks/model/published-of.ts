import type { SiteShape } from "../types.ts";
import type { PageFacts } from "./page-facts.ts";
import type { SiteConfiguration } from "./site.ts";

/** Returns the pages without those that only the code host shows. */
export function publishedOf(
  { beside }: Pick<SiteConfiguration, "beside">,
  pages: ReadonlyMap<string, PageFacts>,
): ReadonlyMap<string, PageFacts> {
  return beside === undefined ? pages : new Map([...pages].filter(([path]) => !beside.has(path)));
}

/** Whether the page itself is not judged: its links only follow what they lead to. */
export function isKeptOnly({ beside }: Pick<SiteConfiguration, "beside">, path: string): boolean {
  return beside?.has(path) === true && !beside.isJudged(path);
}

export function shapeOf(configuration: SiteConfiguration, pages: ReadonlyMap<string, PageFacts>): SiteShape {
  const { generator, navigationFile, docsRoot } = configuration;
  return { generator, navigationFile, docsRoot, pageCount: publishedOf(configuration, pages).size };
}
