import { posix } from "node:path";
import { collectFolders } from "../../../text/folders-of.ts";
import { isPagePath } from "../../../text/page-path.ts";
import type { SiteContext } from "../../model/site.ts";
import { allKnown, type GeneratorConfiguration } from "../generator.ts";
import { hasHtmlHeadings } from "../github/heading-ids.ts";
import { findOldMdx } from "../shared/find-other-mdx.ts";
import { ownPages } from "../shared/own-pages.ts";
import { readCodeRoutes } from "./code-routes.ts";
import { readExDoc } from "./read-ex-doc.ts";
import { readHandled } from "./read-handled.ts";
import { readLayoutIds } from "./read-layout-ids.ts";
import { readVaults } from "./read-vaults.ts";

const rootNames = ["", "docs", "doc", "documentation", "website", "site", "src", "content"];
const staticNames = [
  "",
  "public",
  "static",
  "docs",
  "pages",
  "src/pages",
  "content",
  "docs/public",
  "website/static",
];

/** A template of a page, into which a program may put headings. */
const template = /(?:^|\/)(?:tpl|tmpl|template)\.[^/]*$|\.(?:tpl|tmpl|template|hbs)\.mdx?$/i;
/** Files that plugins of many generators write. */
const made = /(?:^|\/)(?:llms[\w-]*\.(?:txt|md)|sitemap\.xml|(?:feed|rss|atom)\.(?:xml|rss|atom|json))$/;

/** What docfx calls headings without letters and digits, such as one of `$?`. */
const unlettered = /^section(?:-\d+)?$/;

/** Markdown without a configuration that is read. Routes are guessed, so routing is unknown. */
export async function readPlainConfiguration(context: SiteContext): Promise<GeneratorConfiguration> {
  const docsRoot = findDocsRoot(context.files);
  const roots = new Set([docsRoot]);
  for (const base of rootNames)
    for (const name of staticNames) roots.add(posix.join(base, name).replace(/^\.$/, ""));
  const folders = collectFolders(context.files);
  const isChecked = ownPages(context.files);
  const isOfCode = readCodeRoutes(context.files);
  const isOfExDoc = await readExDoc(context);
  const isHandled = await readHandled(context);
  const vaults = readVaults(context.files);
  const isDocfx = [...context.files].some((path) => posix.basename(path) === "docfx.json");
  return {
    navigationFile: null,
    docsRoot,
    readFrom: [],
    entries: [],
    openEntries: "the generator of this site is not known",
    unknown: {
      ...allKnown,
      routing: "the generator of this site is not known, and its own links do not prove where they lead",
      "heading-ids": null,
      navigation: "the generator of this site is not known",
    },
    routing: null,
    headingIds: null,
    layoutIds: await readLayoutIds(context),
    // On code hosts headings of HTML may get ids as well, with Retype steps and tabs.
    hasOtherIds: (facts, path) =>
      hasHtmlHeadings(facts) || facts.idTags.some((tag) => /^[+>]{3}$/.test(tag)) || template.test(path),
    isServedElsewhere: (target, site) =>
      made.test(target) ||
      [isOfCode, isOfExDoc, isHandled].some((test) => test(target)) ||
      vaults.hasName(target, site),
    namesHeading: (page, hash) => (isDocfx && unlettered.test(hash)) || vaults.namesHeading(page, hash),
    readsWikilinks: true,
    otherMdx: await findOldMdx(context),
    importRoots: { "@site/": "" },
    redirects: [],
    redirectHome: null,
    basePaths: [],
    staticRoots: [...roots].filter((root) => root === "" || folders.has(root)),
    generatedRoutes: [],
    slugStyles: ["github", "vitepress", "mkdocs-unicode", "slugify", "slugify-words", "spaces"],
    linkStyle: "either",
    isChecked,
    hasRoute: (path) => isChecked(path) && !/(?:^|\/)_[^/]*$/.test(path),
    mayBeUnlisted: () => true,
    findings: [],
  };
}

/** Returns "docs" if most pages are there, else the repository root. */
function findDocsRoot(files: ReadonlySet<string>): string {
  let all = 0;
  let inDocs = 0;
  for (const path of files) {
    if (!isPagePath(path)) continue;
    all += 1;
    if (path.startsWith("docs/")) inDocs += 1;
  }
  return inDocs * 2 > all ? "docs" : "";
}
