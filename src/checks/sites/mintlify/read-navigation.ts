import { posix } from "node:path";
import { trimCharacters } from "../../../text/trim-characters.ts";
import { type JsonNode, memberOf } from "../../pages/parse-json-places.ts";
import type { GeneratorConfiguration } from "../generator.ts";
import { type ApiScope, makeApiPages, type NamedApis, noteDescription, noteOperation } from "./api-pages.ts";
import { type ConfigurationFile, followReference, type Reading } from "./open-configuration.ts";

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
/** An entry that names an operation, or is probably meant to. */
const operationLike = /^(?:\S+\s+)?(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|WEBHOOK)\s+\S/i;

/** Reads which pages the navigation names, and which ones Mintlify makes of what it names. */
export async function readNavigation(reading: Reading, file: ConfigurationFile): Promise<void> {
  const navigation = memberOf(file.root, "navigation");
  if (navigation === null) return;
  const { configuration, context, docsRoot } = reading;
  configuration.unknown.navigation = null;
  const apis: NamedApis = { descriptions: [], operations: [], openFolders: foldersOfTabs(file.root) };
  await walk({ ...reading, apis }, file, navigation, null);
  const { pages, openFolders, readFrom, missing } = await makeApiPages(context, docsRoot, apis);
  configuration.readFrom.push(...readFrom);
  configuration.generatedRoutes.push(...openFolders);
  configuration.generatedPages = new Set([...pages, ...(configuration.generatedPages ?? [])]);
  for (const { method, path: endpoint, source, place } of missing) {
    const target = `${method.toUpperCase()} ${endpoint}`;
    const { path, line, column } = place;
    const message = `the navigation names ${target}, which ${source} does not describe`;
    configuration.findings.push({ rule: "navigation", path, line, column, message, target });
  }
  const folders = foldersOf(configuration, pages);
  configuration.leadsFromFolder = (route, routes) =>
    folders.get(route)?.some((page) => page === null || routes.has(page)) === true;
}

interface Walk extends Reading {
  apis: NamedApis;
}

async function walk(
  reading: Walk,
  file: ConfigurationFile,
  node: JsonNode,
  outer: ApiScope | null,
): Promise<void> {
  if (node.kind === "array") {
    for (const item of node.items) {
      if (item.kind === "string") addEntry(reading, file, item, outer);
      else await walk(reading, file, item, outer);
    }
    return;
  }
  if (node.kind !== "object") return;
  const scope = noteDescription(reading.apis, node, outer);
  const followed = await followReference(reading, file, node);
  if (followed !== null) await walk(reading, followed.file, followed.node, scope);
  for (const key of ["root", "page"]) {
    const page = memberOf(node, key);
    if (page?.kind === "string") addEntry(reading, file, page, scope);
  }
  for (const { key, node: child } of node.members)
    if (lists.includes(key) || key === "global") await walk(reading, file, child, scope);
}

function addEntry(
  { apis, configuration }: Walk,
  file: ConfigurationFile,
  node: JsonNode,
  scope: ApiScope | null,
): void {
  const target = String(node.value);
  const place = file.place(node.start + 1, node.end - 1);
  if (noteOperation(apis, { entry: target, place }, scope) || operationLike.test(target)) return;
  if (!/^[a-z]+:\/\//i.test(target)) configuration.entries.push({ target, place });
}

/** Of a `mint.json`, whose tabs and anchors name descriptions beside the navigation. */
function foldersOfTabs(root: JsonNode): string[] {
  return ["tabs", "anchors"].flatMap((key) =>
    (memberOf(root, key)?.items ?? []).flatMap((tab) => {
      const folder = memberOf(tab, "url")?.value;
      const isGenerated = memberOf(tab, "openapi") !== null || memberOf(tab, "asyncapi") !== null;
      return isGenerated ? [typeof folder === "string" ? trimCharacters(folder, "/") : ""] : [];
    }),
  );
}

/**
 * Mintlify leads from a folder's address to the first page below it in the navigation that is there. Returns
 * the folders with the paths of these pages; null for a page that is made.
 */
function foldersOf(
  { entries, docsRoot }: GeneratorConfiguration,
  made: ReadonlySet<string>,
): Map<string, (string | null)[]> {
  const folders = new Map<string, (string | null)[]>([[docsRoot, []]]);
  const add = (target: string, isMade: boolean) => {
    const page = posix.join(docsRoot, target.replace(/\.mdx?$/, ""));
    for (let folder = posix.dirname(page); ; folder = posix.dirname(folder)) {
      const own = folder === "." ? docsRoot : folder;
      const pages = folders.get(own) ?? [];
      folders.set(own, pages);
      pages.push(isMade ? null : page);
      if (own === docsRoot || own === "/") return;
    }
  };
  for (const { target } of entries) add(trimCharacters(target, "/"), false);
  for (const target of made) add(target, true);
  return folders;
}
