import { posix } from "node:path";
import { matchIgnore, unreadIgnoreLines } from "../../model/match-ignore.ts";
import type { Place } from "../../model/place.ts";
import type { SiteContext } from "../../model/site.ts";
import { type JsonNode, JsonPlaceError, memberOf, parseJsonPlaces } from "../../pages/parse-json-places.ts";
import { createPlacer } from "../../pages/place-at.ts";
import type { Finding } from "../../types.ts";
import { allKnown, type GeneratorConfiguration } from "../generator.ts";
import { mintlifyHeadingIds, titlesWithIds } from "./heading-ids.ts";

const notPages =
  /(?:^|\/)(?:snippets|_snippets|node_modules)\/|^(?:README|LICENSE|CHANGELOG|CONTRIBUTING)\.mdx?$/;
const operationName = /^(?:\S+\s+)?(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|WEBHOOK)\s+\S/i;
const lists = [
  "languages",
  "versions",
  "products",
  "tabs",
  "anchors",
  "dropdowns",
  "groups",
  "menu",
  "pages",
  "navigation",
];
const referenceFilesMax = 200;
/** Files that Mintlify makes of every site. */
const made = ["llms.txt", "llms-full.txt", "skill.md", "sitemap.xml", "robots.txt"];

interface Reading {
  context: SiteContext;
  docsRoot: string;
  configuration: GeneratorConfiguration;
  seen: Set<string>;
}

interface File {
  path: string;
  root: JsonNode;
  place(start: number, end: number): Place;
}

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
  const navigation = memberOf(file.root, "navigation");
  if (navigation !== null) {
    configuration.unknown.navigation = null;
    await walkNavigation(reading, file, navigation);
    const folders = foldersOf(configuration);
    configuration.leadsFromFolder = (route) => folders.has(route);
  }
  await readRedirects(reading, file);
  const said = findBasePaths(file.root);
  configuration.basePaths = said.length > 0 ? said : baseOfRedirects(configuration, context.files);
  return configuration;
}

/** Mintlify leads from a folder's address to the first page below it in the navigation. */
function foldersOf({ entries, docsRoot }: GeneratorConfiguration): Set<string> {
  const folders = new Set<string>();
  for (const { target } of entries) {
    let folder = posix.dirname(posix.join(docsRoot, target.replace(/^\/+/, "")));
    for (; folder !== "." && folder !== docsRoot && !folders.has(folder); folder = posix.dirname(folder))
      folders.add(folder);
    folders.add(docsRoot);
  }
  return folders;
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
    readsMdx: true,
    titlesWithIds,
    importRoots: { "@site/": "" },
    redirects: [],
    redirectHome: null,
    basePaths: [],
    staticRoots: [docsRoot],
    generatedRoutes: [...made],
    slugStyles: ["mintlify", "github", "vitepress"],
    linkStyle: "route",
    servesMarkdown: true,
    isChecked,
    hasRoute: (one) => isChecked(one) && !notPages.test(below(one)),
    mayBeUnlisted: (one) => notPages.test(below(one)) || below(one).startsWith("skills/"),
    findings: [],
  };
}

async function openFile(reading: Reading, path: string): Promise<File | null> {
  if (reading.seen.has(path) || reading.seen.size > referenceFilesMax) return null;
  reading.seen.add(path);
  const text = (await reading.context.read(path)).toString("utf8");
  const place = createPlacer(path, text);
  try {
    return { path, root: parseJsonPlaces(text), place };
  } catch (error) {
    if (!(error instanceof JsonPlaceError)) throw error;
    const { line, column } = place(error.offset, error.offset);
    reading.configuration.findings.push({
      rule: "navigation",
      path,
      line,
      column,
      message: `not valid JSON: ${error.message}`,
    });
    return null;
  }
}

/** `{"$ref": "./fr.json"}` stands for the content of that file. */
async function followReference(
  reading: Reading,
  file: File,
  node: JsonNode,
): Promise<{ file: File; node: JsonNode } | null> {
  const reference = memberOf(node, "$ref");
  if (reference === null || typeof reference.value !== "string") return null;
  const target = posix.join(posix.dirname(file.path), reference.value);
  reading.configuration.readFrom.push(target);
  if (!reading.context.files.has(target)) {
    reading.configuration.findings.push(missing(file, reference, reference.value));
    return null;
  }
  const opened = await openFile(reading, target);
  return opened === null ? null : { file: opened, node: opened.root };
}

function missing(file: File, node: JsonNode, target: string): Finding {
  const { line, column } = file.place(node.start + 1, node.end - 1);
  return { rule: "navigation", path: file.path, line, column, target, message: `${target} does not exist` };
}

async function walkNavigation(reading: Reading, file: File, node: JsonNode): Promise<void> {
  if (node.kind === "array") {
    for (const item of node.items) {
      if (item.kind === "string") addEntry(reading, file, item);
      else await walkNavigation(reading, file, item);
    }
    return;
  }
  if (node.kind !== "object") return;
  const followed = await followReference(reading, file, node);
  if (followed !== null) await walkNavigation(reading, followed.file, followed.node);
  for (const key of ["root", "page"]) {
    const page = memberOf(node, key);
    if (page?.kind === "string") addEntry(reading, file, page);
  }
  addGenerated(reading, node);
  for (const { key, node: child } of node.members) {
    if (lists.includes(key) || key === "global") await walkNavigation(reading, file, child);
  }
}

function addEntry(reading: Reading, file: File, node: JsonNode): void {
  const target = String(node.value);
  if (operationName.test(target) || /^[a-z]+:\/\//i.test(target)) return;
  reading.configuration.entries.push({ target, place: file.place(node.start + 1, node.end - 1) });
}

/** An OpenAPI or AsyncAPI description generates pages in a folder without files. */
function addGenerated(reading: Reading, node: JsonNode): void {
  for (const key of ["openapi", "asyncapi"]) {
    const description = memberOf(node, key);
    if (description === null) continue;
    const folder = description.kind === "object" ? memberOf(description, "directory")?.value : undefined;
    reading.configuration.generatedRoutes.push(
      typeof folder === "string" ? folder.replace(/^\/|\/$/g, "") : "api-reference",
    );
  }
}

async function readRedirects(reading: Reading, file: File): Promise<void> {
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
