import { posix } from "node:path";
import { trimCharacters } from "../../../text/trim-characters.ts";
import type { Place } from "../../model/place.ts";
import type { SiteContext } from "../../model/site.ts";
import { type JsonNode, memberOf } from "../../pages/parse-json-places.ts";
import { type Operation, pagePathOf, readOperations } from "./read-operations.ts";

/** Where pages go that Mintlify makes of a description, if the navigation does not say. */
const folders = {
  openapi: "api-reference",
  asyncapi: "api-reference",
  graphql: "graphql-reference",
  sdk: "sdk-reference",
} as const;

const operationName = /^(?:(\S+)\s+)?(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|WEBHOOK)\s+(\S+)$/i;

/** A description that a part of the navigation names, for itself and the parts in it. */
interface Description {
  source: string;
  folder: string;
  /** False if the parts name single operations of it instead. */
  isWhole: boolean;
}

/** What a part of the navigation passes on to the parts inside it. */
export interface ApiScope {
  description: Description | null;
  /** The outermost part, whose description is always taken as a whole. */
  isRoot: boolean;
}

interface OpenApi {
  all: readonly Operation[];
  byName: ReadonlyMap<string, readonly Operation[]>;
}

interface NamedOperation {
  source: string;
  folder: string;
  method: string;
  path: string;
  place: Place;
}

/** API descriptions that the navigation names, and single operations of theirs. */
export interface NamedApis {
  descriptions: Description[];
  operations: NamedOperation[];
  /** Folders of pages that are made of something else. */
  openFolders: string[];
}

/** Notes the API description that a part of the navigation names, and returns what holds within the part. */
export function noteDescription(apis: NamedApis, node: JsonNode, outer: ApiScope | null): ApiScope {
  for (const key of ["asyncapi", "graphql", "sdk"] as const) {
    const other = memberOf(node, key);
    if (other !== null) apis.openFolders.push(folderOf(other, folders[key]));
  }
  const openapi = memberOf(node, "openapi");
  const all = openapi === null ? [] : openapi.kind === "array" ? openapi.items : [openapi];
  const found = all.flatMap((one) => {
    const source = one.kind === "string" ? one.value : memberOf(one, "source")?.value;
    const folder = folderOf(one, folders.openapi);
    if (typeof source !== "string") return [];
    // Overlays may rename anything.
    if (one.members.some(({ key }) => /^overlays?$/.test(key))) apis.openFolders.push(folder);
    return [{ source, folder, isWhole: true }];
  });
  apis.descriptions.push(...found);
  return { description: found[0] ?? outer?.description ?? null, isRoot: outer === null };
}

function folderOf(node: JsonNode, usual: string): string {
  const folder = memberOf(node, "directory")?.value;
  return typeof folder === "string" ? trimCharacters(folder, "/") : usual;
}

/** Notes an entry such as `GET /users` or `openapi.json GET /users`; returns false for another one. */
export function noteOperation(
  apis: NamedApis,
  { entry, place }: { entry: string; place: Place },
  scope: ApiScope | null,
): boolean {
  const { description, isRoot } = scope ?? { description: null, isRoot: true };
  const [, file, method, path] = operationName.exec(entry.trim()) ?? [];
  if (method === undefined || path === undefined) return false;
  const source = file ?? description?.source;
  const folder = description?.folder ?? folders.openapi;
  if (source === undefined) {
    apis.openFolders.push(folder);
    return true;
  }
  apis.operations.push({ source, folder, method: method.toLowerCase(), path, place });
  if (file === undefined && description !== null && !isRoot) description.isWhole = false;
  return true;
}

export interface ApiPages {
  /** Paths below the docs root without an ending, in lower case. */
  pages: Set<string>;
  /** Folders below the docs root in which there may be any page. */
  openFolders: string[];
  /** Files that were looked for. */
  readFrom: string[];
  /** Operations that the description does not have, so that Mintlify does not build the site. */
  missing: NamedOperation[];
}

/** Returns the pages that Mintlify makes of the descriptions, as its command line checks links to them. */
export async function makeApiPages(
  context: SiteContext,
  docsRoot: string,
  { descriptions, operations, openFolders }: NamedApis,
): Promise<ApiPages> {
  const made: ApiPages = { pages: new Set(), openFolders: [...openFolders], readFrom: [], missing: [] };
  const known = new Map<string, OpenApi | null>();
  const hasOverlays = [...context.files].some(isOverlay);
  const open = async (source: string) => {
    if (hasOverlays || /^[a-z]+:\/\//i.test(source)) return null;
    const path = posix.join(docsRoot, source.replace(/^\/+/, ""));
    if (!known.has(path)) {
      made.readFrom.push(path);
      const bytes = context.files.has(path) ? await context.read(path) : null;
      const all = bytes && readOperations(bytes.toString("utf8"));
      known.set(path, all && { all, byName: Map.groupBy(all, nameOf) });
    }
    return known.get(path)!;
  };
  for (const { source, folder, isWhole } of descriptions) {
    const api = await open(source);
    if (api === null) made.openFolders.push(folder);
    else if (isWhole) addAll(made.pages, api.all, folder);
  }
  for (const named of operations) {
    const api = await open(named.source);
    const [one] = api?.byName.get(nameOf(named)) ?? [];
    if (one !== undefined) made.pages.add(pagePathOf(one, named.folder).toLowerCase());
    else if (api === null) made.openFolders.push(named.folder);
    else made.missing.push(named);
  }
  return made;
}

/** By the usual names, such as `openapi.overlay.yaml`. */
function isOverlay(path: string): boolean {
  return /overlay/i.test(posix.basename(path)) && /\.(?:json|ya?ml)$/i.test(path);
}

/** A slash at the end makes no difference. */
function nameOf({ isWebhook, method, path }: Pick<Operation, "method" | "path"> & { isWebhook?: boolean }) {
  return `${isWebhook ? "webhook" : method} ${path.replace(/(?<=.)\/$/, "")}`;
}

/** Pages of one tag that would have the same path get a number. */
function addAll(pages: Set<string>, operations: readonly Operation[], folder: string): void {
  const shown = new Set<string>();
  const numbers = new Map<string, number>();
  for (const operation of operations) {
    const path = pagePathOf(operation, folder);
    const inTag = (one: string) => `${operation.tag ?? ""}\n${one}`;
    let number = numbers.get(inTag(path)) ?? 0;
    const unique = () => (number === 0 ? path : `${path}-${number}`);
    while (shown.has(inTag(unique()))) number += 1;
    numbers.set(inTag(path), number);
    pages.add(unique().toLowerCase());
    if (!operation.isHidden) shown.add(inTag(unique().toLowerCase()));
  }
}
