import { posix } from "node:path";
import { isPagePath } from "../../../text/page-path.ts";
import type { SiteContext } from "../../model/site.ts";
import { anchorsOf, hostAnchor } from "../../pages/page-anchors.ts";
import { allKnown, type GeneratorConfiguration } from "../generator.ts";
import { ownPages } from "../shared/own-pages.ts";
import { githubIds, hasHtmlHeadings } from "./heading-ids.ts";
import { renderGithubLink } from "./render-link.ts";
import { resolveGithubLink } from "./resolve-link.ts";

/** Markdown as a code host shows it. */
export async function readGithubConfiguration({ files }: SiteContext): Promise<GeneratorConfiguration> {
  const isChecked = ownPages(files);
  const pages = [...files].filter(isPagePath);
  const inDocs = pages.filter((path) => path.startsWith("docs/")).length;
  return {
    navigationFile: null,
    docsRoot: inDocs * 2 > pages.length ? "docs" : "",
    readFrom: [],
    entries: [],
    unknown: { ...allKnown, navigation: "every file can be read" },
    routing: {
      addressesOf: ({ path }) => (isChecked(path) ? [`/${path}`] : []),
      addressFolder: ({ path }) => posix.join("/", posix.dirname(path), "/"),
      resolve: (site, from, parts) => resolveGithubLink(site, from, parts),
      renderPath: (_, from, parts, page) => renderGithubLink(from, parts, page),
      hasName: (site, path, name) => anchorsOf(site, path).has(hostAnchor(name)),
      findEntry: () => null,
      renderEntry: () => null,
    },
    headingIds: githubIds,
    hasOtherIds: hasHtmlHeadings,
    importRoots: {},
    redirects: [],
    redirectHome: null,
    basePaths: [],
    staticRoots: [""],
    generatedRoutes: [],
    slugStyles: ["github"],
    linkStyle: "file",
    isChecked,
    hasRoute: isChecked,
    mayBeUnlisted: () => true,
    findings: [],
  };
}
