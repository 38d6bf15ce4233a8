import { posix } from "node:path";
import type { SiteContext } from "../../site.ts";
import { allKnown, type GeneratorConfiguration } from "../generator.ts";
import { isSettings, readSettings, settingAt, textAt } from "../shared/read-settings.ts";
import { readSummary } from "../shared/read-summary.ts";
import { honkitHeadingIds } from "./heading-ids.ts";
import { gitbookRouting } from "./routes.ts";

/** `path` is `.gitbook.yaml`, or `book.json` of HonKit. */
export async function readGitbookConfiguration(
  context: SiteContext,
  path: string,
): Promise<GeneratorConfiguration> {
  const isService = !path.endsWith("book.json");
  const settings = await readSettings(context, path);
  const structure = settingAt(settings, "structure");
  const folder = posix.join(posix.dirname(path), textAt(settings, "root") ?? "");
  const root = folder.replace(/^\.$|^\.\/|\/$/g, "");
  const at = (name: string): string => posix.join(root, name).replace(/^\//, "");
  const summaryPath = at(textAt(structure, "summary") ?? "SUMMARY.md");
  const readme = at(textAt(structure, "readme") ?? "README.md");
  const hasSummary = context.files.has(summaryPath);
  const summary = hasSummary ? await readSummary(context, summaryPath) : null;
  const why =
    settings === null ? `${posix.basename(path)} cannot be read` : hasSummary ? null : "there is no summary";
  const redirects = settingAt(settings, "redirects");
  const pages = new Set([readme, ...(summary?.pages ?? [])]);
  const isChecked = (one: string): boolean =>
    (root === "" || one.startsWith(`${root}/`)) &&
    one !== summaryPath &&
    !/(?:^|\/)(?:\.(?!gitbook\/includes\/)[^/]+|node_modules|_book)\//.test(one);
  return {
    navigationFile: hasSummary ? summaryPath : null,
    docsRoot: root,
    readFrom: [path, summaryPath],
    entries: summary?.entries ?? [],
    unknown: {
      ...allKnown,
      routing: why,
      "heading-ids": isService ? "GitBook makes ids in a way of its own" : null,
      navigation: why,
    },
    routing: gitbookRouting({
      root,
      pages,
      readme,
      redirects: new Map(
        Object.entries(isSettings(redirects) ? redirects : {}).map(([from, to]) => [from, String(to)]),
      ),
      isService,
    }),
    headingIds: honkitHeadingIds,
    importRoots: {},
    redirects: [],
    redirectHome: null,
    basePaths: [],
    staticRoots: [root],
    generatedRoutes: [],
    slugStyles: ["github"],
    linkStyle: "file",
    isChecked,
    hasRoute: (one) => pages.has(one),
    mayBeUnlisted: (one) => !pages.has(one) && /\/(?:includes?|\.gitbook)\//.test(`/${one}`),
    findings: [],
  };
}
