import { posix } from "node:path";
import { relativePath } from "../../links/relative-path.ts";
import type { SiteContext } from "../../model/site.ts";
import { allKnown, type GeneratorConfiguration } from "../generator.ts";
import { ownPages } from "../shared/own-pages.ts";
import { docsifyHeadingIds, lowerAscii, type Version } from "./heading-ids.ts";
import { readAliases } from "./read-aliases.ts";
import { readSettings } from "./read-settings.ts";
import { readShell } from "./read-shell.ts";
import { routeDocsify } from "./routes.ts";

/** `path` is the page that shows the site, whose script has its settings. */
export async function readDocsifyConfiguration(
  context: SiteContext,
  path: string,
): Promise<GeneratorConfiguration> {
  const { html, settings: script, readFrom } = (await readShell(context, path))!;
  const { base, unknown, menus, ...settings } = await readSettings(context, script);
  const home = relativePath("", posix.dirname(path));
  const docsRoot = relativePath("", posix.join(home, `./${base}`));
  const isOwn = ownPages(context.files);
  const isChecked = (one: string) => isOwn(one) && (docsRoot === "" || one.startsWith(`${docsRoot}/`));
  return {
    navigationFile: null,
    docsRoot,
    readFrom,
    entries: [],
    isReachedByLinks: true,
    staysReached: () => false,
    isMenuPage: (one) => menus.includes(posix.basename(one)),
    unknown: {
      ...allKnown,
      routing: unknown,
      navigation: "menus of Docsify are pages, and their entries links",
    },
    // Only targets in Markdown are rewritten.
    builtHash: (hash, kind) => (kind === "href" ? hash : lowerAscii(hash)),
    routing: routeDocsify({ docsRoot, home, menus, ...settings, isAlias: readAliases(script) }),
    headingIds: docsifyHeadingIds(versionsOf(html)),
    layoutIds: new Set(["main"]),
    // What a page includes may bring headings.
    hasOtherIds: ({ links }) => links.some(({ kind }) => kind === "title-include"),
    importRoots: {},
    redirects: [],
    redirectHome: null,
    whyNoRedirects: "the host is not asked for pages of Docsify",
    basePaths: [],
    staticRoots: [docsRoot],
    generatedRoutes: [],
    slugStyles: ["github"],
    linkStyle: "file",
    isChecked,
    hasRoute: (one) => isChecked(one) && one.endsWith(settings.extension),
    mayBeUnlisted: () => true,
    findings: [],
  };
}

/** Versions that the page may load. The folder `lib` of version 5 holds the last build of version 4. */
function versionsOf(html: string): Version[] {
  if (/\bdocsify@4\b|\bdocsify(?:@[\w.-]{1,40})?\/lib\//.test(html)) return [4];
  return /\bdocsify@5\b|\bdocsify(?:@[\w.-]{1,40})?\/dist\//.test(html) ? [5] : [4, 5];
}
