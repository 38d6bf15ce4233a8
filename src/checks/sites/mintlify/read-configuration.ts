import { posix } from "node:path";
import { cleanId } from "../../../markdown/slug-like-mintlify.ts";
import { matchIgnore, unreadIgnoreLines } from "../../model/match-ignore.ts";
import type { SiteContext } from "../../model/site.ts";
import { type JsonNode, memberOf } from "../../pages/parse-json-places.ts";
import type { Finding } from "../../types.ts";
import { allKnown, type GeneratorConfiguration } from "../generator.ts";
import { mintlifyHeadingIds, titlesWithIds } from "./heading-ids.ts";
import { type ConfigurationFile, followReference, openFile, type Reading } from "./open-configuration.ts";
import { readNavigation } from "./read-navigation.ts";

const notPages =
  /(?:^|\/)(?:snippets|_snippets|node_modules)\/|^(?:README|LICENSE|CHANGELOG|CONTRIBUTING)\.mdx?$/;
/** Files that Mintlify makes of every site. */
const made = ["llms.txt", "llms-full.txt", "skill.md", "sitemap.xml", "robots.txt"];

export async function readMintlifyConfiguration(
  context: SiteContext,
  path: string,
): Promise<GeneratorConfiguration> {
  const folder = posix.dirname(path);
  const docsRoot = folder === "." ? "" : folder;
  const { isIgnored, findings } = await readIgnore(context, docsRoot);
  const configuration = { ...emptyConfiguration(path, docsRoot, isIgnored), findings };
  const reading: Reading = { context, docsRoot, configuration, seen: new Set() };
  const file = await openFile(reading, path);
  if (file === null) return configuration;
  await readNavigation(reading, file);
  await readRedirects(reading, file);
  const said = findBasePaths(file.root);
  configuration.basePaths = said.length > 0 ? said : baseOfRedirects(configuration, context.files);
  return configuration;
}

async function readIgnore(
  context: SiteContext,
  docsRoot: string,
): Promise<{ isIgnored(path: string): boolean; findings: Finding[] }> {
  const path = posix.join(docsRoot, ".mintignore");
  if (!context.files.has(path)) return { isIgnored: () => false, findings: [] };
  const { isIgnored, unreadFrom } = matchIgnore((await context.read(path)).toString("utf8").split("\n"));
  if (unreadFrom === null) return { isIgnored, findings: [] };
  const message = unreadIgnoreLines(".mintignore");
  return { isIgnored, findings: [{ rule: "navigation", path, line: unreadFrom, column: 1, message }] };
}

function emptyConfiguration(
  path: string,
  docsRoot: string,
  isIgnored: (path: string) => boolean,
): GeneratorConfiguration {
  const below = (one: string): string => (docsRoot === "" ? one : one.slice(docsRoot.length + 1));
  const isInside = (one: string): boolean => docsRoot === "" || one.startsWith(`${docsRoot}/`);
  const isChecked = (one: string): boolean =>
    isInside(one) && !/(?:^|\/)\./.test(below(one)) && !isIgnored(below(one));
  return {
    navigationFile: path,
    docsRoot,
    readFrom: [path, posix.join(docsRoot, ".mintignore")],
    entries: [],
    unknown: { ...allKnown, navigation: "docs.json has no navigation" },
    routing: null,
    headingIds: mintlifyHeadingIds,
    builtHash: cleanId,
    readsMdx: true,
    titlesWithIds,
    importRoots: { "@site/": "" },
    redirects: [],
    redirectHome: null,
    basePaths: [],
    staticRoots: [docsRoot],
    generatedRoutes: [],
    generatedPages: new Set(made),
    slugStyles: ["mintlify", "github", "vitepress"],
    linkStyle: "route",
    servesMarkdown: true,
    isChecked,
    hasRoute: (one) => isChecked(one) && /\.mdx?$/.test(one) && !notPages.test(below(one)),
    mayBeUnlisted: (one) => notPages.test(below(one)) || below(one).startsWith("skills/"),
    findings: [],
  };
}

async function readRedirects(reading: Reading, file: ConfigurationFile): Promise<void> {
  const { configuration } = reading;
  const own = memberOf(file.root, "redirects");
  if (own === null) {
    configuration.redirectHome = { kind: "json-member", path: file.path, at: file.root.start + 1 };
    return;
  }
  const found = own.kind === "object" ? await followReference(reading, file, own) : { file, node: own };
  if (found === null || found.node.kind !== "array") return;
  const isEmpty = found.node.items.length === 0;
  configuration.redirectHome = { kind: "json-array", path: found.file.path, at: found.node.start, isEmpty };
  for (const item of found.node.items) {
    const from = memberOf(item, "source");
    const to = memberOf(item, "destination");
    if (typeof from?.value !== "string" || typeof to?.value !== "string") continue;
    const place = found.file.place(to.start + 1, to.end - 1);
    const source = found.file.place(from.start + 1, from.end - 1);
    configuration.redirects.push({ from: from.value, to: to.value, place, source });
  }
}

function findBasePaths(root: JsonNode): string[] {
  const canonical = ["seo", "metatags", "canonical"].reduce<JsonNode | null>(
    (node, key) => (node === null ? null : memberOf(node, key)),
    root,
  );
  if (typeof canonical?.value !== "string" || !URL.canParse(canonical.value)) return [];
  const path = new URL(canonical.value).pathname.replace(/\/$/, "");
  return path === "" ? [] : [path];
}

const provingMin = 3;

/** Returns the first folder that all redirects share as a base path, if the site has no such folder. */
function baseOfRedirects(
  { redirects, docsRoot }: GeneratorConfiguration,
  files: ReadonlySet<string>,
): string[] {
  const addresses = redirects.flatMap(({ from, to }) => [from, to]).filter((one) => one.startsWith("/"));
  const [base = "", ...others] = new Set(addresses.map((one) => one.split(/[/#?]/)[1] ?? ""));
  if (redirects.length < provingMin || others.length > 0 || !/^[\w-]+$/.test(base)) return [];
  const folder = posix.join(docsRoot, base);
  const isOwn = [...files].some((path) => path.startsWith(`${folder}/`) || path.startsWith(`${folder}.md`));
  return isOwn ? [] : [`/${base}`];
}
