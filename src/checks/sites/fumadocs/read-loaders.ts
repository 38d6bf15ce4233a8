import { posix } from "node:path";
import type { SiteContext } from "../../model/site.ts";
import { parseScript } from "../script/parse-script.ts";
import { readScript } from "../script/read-script.ts";
import { computed, member, type ScriptValue, textMember, textsMember } from "../script/script-values.ts";
import { type ImportRoots, importedName, type Node, nameOf } from "../script/syntax-tree.ts";

export interface Languages {
  names: readonly string[];
  main: string;
  /** Whether addresses of the main language have no name of it. */
  hidesMain: boolean;
  /** Whether languages are folders, not endings of names (`page.fr.mdx`). */
  isFolder: boolean;
  /** Whether pages without a translation are shown in the main language. */
  fallsBack: boolean;
}

/** A source of pages with addresses. */
export interface Loader {
  name: string;
  /** Names of collections, each with the folder that its pages are put into, "" or with a `/` at the end. */
  parts: { collection: string; below: string }[];
  /** Address at which it begins, `/` or without one at its end; null if computed. */
  base: string | null;
  languages: Languages | null;
  /** Why the addresses of its pages cannot be known; null if they follow from the files. */
  whyUnknown: string | null;
  /** Whether it has pages of other sources as well. */
  hasOthers: boolean;
  /** Whether code changes the menu. */
  changesMenu: boolean;
}

const filesMax = 400;
const bytesMax = 256 * 1024;
const code = /\.[cm]?[jt]sx?$/;
const notRead = /(?:^|\/)(?:\.[^/]+|node_modules|dist|out)\/|\.(?:test|spec)\.|\.d\.ts$/;

/** Finds the calls of Fumadocs' `loader` below the site's folder. */
export async function readLoaders(
  context: SiteContext,
  root: string,
  roots: ImportRoots,
): Promise<{ loaders: Loader[]; readFrom: string[] }> {
  const paths = [...context.files].filter(
    (path) => path.startsWith(root) && code.test(path) && !notRead.test(path),
  );
  const rank = (path: string): number =>
    posix.basename(path).includes("source") ? 0 : /(?:^|\/)lib\//.test(path) ? 1 : 2;
  paths.sort((a, b) => rank(a) - rank(b));
  const loaders: Loader[] = [];
  const readFrom = new Set<string>();
  for (const path of paths.slice(0, filesMax)) {
    const bytes = await context.read(path);
    const text = bytes.length > bytesMax ? "" : bytes.toString("utf8");
    if (!/["']fumadocs-core\/source["']/.test(text) || !/\bloader[<(]/.test(text)) continue;
    readFrom.add(path);
    const body = parseScript(path, text)?.body ?? [];
    for (const found of findCalls(body)) {
      const { value, readFrom: further } = await readScript(context, path, found.name, roots);
      for (const one of further) readFrom.add(one);
      loaders.push(readLoader(found, value));
    }
  }
  return { loaders, readFrom: [...readFrom] };
}

interface FoundCall {
  name: string;
  source: Node | null;
  aliases: ReadonlyMap<string, string>;
}

function findCalls(body: readonly Node[]): FoundCall[] {
  const aliases = new Map<string, string>();
  for (const node of body)
    for (const one of node.type === "ImportDeclaration" ? (node.specifiers as Node[]) : [])
      aliases.set(nameOf(one.local as Node) ?? "", importedName(one) ?? nameOf(one.local as Node) ?? "");
  return body.flatMap((node) => {
    const declared = node.type === "ExportNamedDeclaration" ? (node.declaration as Node | null) : node;
    if (declared?.type !== "VariableDeclaration") return [];
    return (declared.declarations as Node[]).flatMap(({ id, init }) => {
      const [name, call] = [nameOf(id as Node), bare(init as Node | null)];
      if (name === null || call?.type !== "CallExpression") return [];
      if (nameOf(call.callee as Node) !== "loader") return [];
      const [first, second] = call.arguments as (Node | undefined)[];
      const source = second === undefined ? propertyOf(first, "source") : (first ?? null);
      return [{ name, source, aliases }];
    });
  });
}

function bare(node: Node | null | undefined): Node | null {
  const wraps = /^(?:TSAsExpression|TSSatisfiesExpression|TSNonNullExpression|AwaitExpression)$/;
  let found = node ?? null;
  while (found !== null && wraps.test(found.type)) found = (found.expression ?? found.argument) as Node;
  return found;
}

function propertyOf(node: Node | undefined, key: string): Node | null {
  if (node?.type !== "ObjectExpression") return null;
  const found = (node.properties as Node[]).find(
    (one) => one.type === "ObjectProperty" && nameOf(one.key as Node) === key,
  );
  return found === undefined ? null : (found.value as Node);
}

type Parts = Pick<Loader, "parts" | "hasOthers">;
const others: Parts = { parts: [], hasOthers: true };

/** Reads `docs.toFumadocsSource()`, `createMDXSource(docs)` and several of them. */
function readParts(node: Node | null, aliases: FoundCall["aliases"]): Parts {
  const found = bare(node);
  if (found?.type === "ObjectExpression") return joinParts(found.properties as Node[], aliases);
  if (found?.type !== "CallExpression") return others;
  const callee = found.callee as Node;
  const [first, second] = found.arguments as (Node | undefined)[];
  if (callee.type === "MemberExpression") {
    const owner = collectionName(callee.object as Node, aliases);
    if (nameOf(callee.property as Node) !== "toFumadocsSource" || owner === null) return others;
    const below = first === undefined ? "" : textOf(propertyOf(first, "baseDir"));
    return below === null ? others : { parts: [{ collection: owner, below }], hasOthers: false };
  }
  const name = nameOf(callee);
  if (name === "multiple" && first?.type === "ObjectExpression")
    return joinParts(first.properties as Node[], aliases);
  if (name !== "createMDXSource" && name !== "toFumadocsSource") return others;
  const isMenu = second === undefined || collectionName(second, aliases) !== null || isEmptyList(second);
  const collection = first === undefined ? null : collectionName(first, aliases);
  return collection === null || !isMenu ? others : { parts: [{ collection, below: "" }], hasOthers: false };
}

function isEmptyList(node: Node): boolean {
  return node.type === "ArrayExpression" && (node.elements as Node[]).length === 0;
}

function joinParts(properties: readonly Node[], aliases: FoundCall["aliases"]): Parts {
  const all = properties.map((one) =>
    one.type === "ObjectProperty" ? readParts(one.value as Node, aliases) : others,
  );
  return { parts: all.flatMap(({ parts }) => parts), hasOthers: all.some(({ hasOthers }) => hasOthers) };
}

/** Reads the name of `docs` and `docs.docs`. */
function collectionName(node: Node, aliases: FoundCall["aliases"]): string | null {
  const found = bare(node);
  const named = found?.type === "MemberExpression" ? bare(found.object as Node) : found;
  const name = named?.type === "Identifier" ? nameOf(named) : null;
  return name === null ? null : (aliases.get(name) ?? null);
}

function textOf(node: Node | null): string | null {
  return node?.type === "StringLiteral" ? posix.join(String(node.value), "/") : null;
}

/** Options that decide neither addresses nor menus. */
const harmless = /^(?:baseUrl|source|i18n|icon|plugins|pageTree)$/;
/** Packages whose plugins leave addresses as they are. */
const quietPlugins = /^(?:fumadocs-core\/source\/|fumadocs-openapi|fumadocs-typescript|fumadocs-asyncapi)/;

function readLoader({ name, source, aliases }: FoundCall, value: ScriptValue): Loader {
  const parts = readParts(source, aliases);
  const options = value.kind === "call" ? value.inputs.at(-1) : undefined;
  const base = textMember(options, "baseUrl");
  const languages = readLanguages(options);
  const shown = {
    name,
    ...parts,
    changesMenu: options?.kind === "object" && options.members.has("pageTree"),
  };
  const unknown = (whyUnknown: string): Loader => ({
    ...{ ...shown, base: typeof base === "string" ? normal(base) : null, languages: null, whyUnknown },
  });
  if (options?.kind !== "object" || options.isOpen) return unknown("options of the source are computed");
  if (typeof base !== "string") return unknown("the address of the source is computed");
  const changed = [...options.members.keys()].find((key) => !harmless.test(key));
  if (changed !== undefined) return unknown(`${changed} of the source is a function of the site's own`);
  if (!hasQuietPlugins(options)) return unknown("plugins of the source may change addresses");
  if (parts.parts.length === 0) return unknown("the pages of the source are computed");
  if (languages === undefined) return unknown("the languages are computed");
  return { ...shown, base: normal(base), languages, whyUnknown: null };
}

function normal(base: string): string {
  return posix.join("/", base).replace(/(?<!^)\/$/, "");
}

function hasQuietPlugins(options: ScriptValue): boolean {
  const plugins = options.kind === "object" ? options.members.get("plugins") : undefined;
  if (plugins === undefined) return true;
  if (plugins.kind !== "list" || plugins.isOpen) return false;
  return plugins.items.every((one) => one.kind === "call" && quietPlugins.test(one.source ?? ""));
}

/** Undefined if computed. */
function readLanguages(options: ScriptValue | undefined): Languages | null | undefined {
  const raw = options?.kind === "object" ? options.members.get("i18n") : undefined;
  if (raw === undefined) return null;
  const given = raw.kind === "call" && raw.name === "defineI18n" ? raw.inputs[0] : raw;
  if (given?.kind !== "object" || given.isOpen) return undefined;
  const [names, main] = [textsMember(given, "languages"), textMember(given, "defaultLanguage")];
  const [hides, parser] = [textMember(given, "hideLocale"), textMember(given, "parser")];
  const fallback = given.members.get("fallbackLanguage");
  const isNone = fallback?.kind === "value" && fallback.value === null;
  const isMain = fallback === undefined || (fallback.kind === "value" && fallback.value === main);
  if (!Array.isArray(names) || typeof main !== "string" || hides === computed || parser === computed)
    return undefined;
  if (hides === "always" || (!isNone && !isMain)) return undefined;
  if (member(given, "languages") === computed) return undefined;
  const isFolder = parser === "dir";
  return { names, main, hidesMain: hides === "default-locale", isFolder, fallsBack: !isNone };
}
