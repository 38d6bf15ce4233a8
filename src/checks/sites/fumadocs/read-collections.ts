import { posix } from "node:path";
import { matchGlob } from "../../../text/match-glob.ts";
import type { SiteContext } from "../../model/site.ts";
import { parseScript } from "../script/parse-script.ts";
import { readScript } from "../script/read-script.ts";
import { computed, member, type ScriptValue, textMember, textsMember } from "../script/script-values.ts";
import { type Node, nameOf, nameOfCallee } from "../script/syntax-tree.ts";

/** A collection of pages and menus. */
export interface Collection {
  /** Folder with a trailing `/`. */
  folder: string;
  /** Whether a file of Markdown is a page of it. */
  has(path: string): boolean;
}

export interface Collections {
  /** By their names as exports; those whose folders are computed are missing. */
  collections: Map<string, Collection>;
  /** The default export: what the site says of Markdown. */
  options: ScriptValue;
  readFrom: string[];
}

const none: ScriptValue = { kind: "object", members: new Map(), places: new Map(), isOpen: false };

/** `path` is `source.config.*`. */
export async function readCollections(
  context: SiteContext,
  path: string,
  root: string,
): Promise<Collections> {
  const text = (await context.read(path)).toString("utf8");
  const script = parseScript(path, text);
  const collections = new Map<string, Collection>();
  const readFrom = new Set([path]);
  const add = (name: string, found: Collection | null) => found !== null && collections.set(name, found);
  for (const { name, shared } of script === null ? [] : listExports(script.body)) {
    if (shared !== null) add(name, readShared(shared, root));
    else {
      const read = await readScript(context, path, name);
      for (const one of read.readFrom) readFrom.add(one);
      add(name, readCollection(read.value, root));
    }
  }
  const { value, readFrom: further } = await readScript(context, path);
  for (const one of further) readFrom.add(one);
  const isCall = value.kind === "call" && value.name === "defineConfig";
  const hasDefault = script?.body.some(({ type }) => type === "ExportDefaultDeclaration") ?? true;
  const options = isCall ? (value.inputs[0] ?? none) : hasDefault ? value : none;
  return { collections, options, readFrom: [...readFrom] };
}

interface Exported {
  name: string;
  shared: Node | null;
}

/**
 * `shared`: the call whose result is taken apart, `const { docs, meta } = defineDocs()`, as before
 * version 11.
 */
function listExports(body: readonly Node[]): Exported[] {
  return body.flatMap((node) => {
    const declared = node.type === "ExportNamedDeclaration" ? (node.declaration as Node | null) : null;
    if (declared?.type !== "VariableDeclaration") return [];
    return (declared.declarations as Node[]).flatMap(({ id, init }): Exported[] => {
      const [target, value] = [id as Node, init as Node | null];
      if (target.type !== "ObjectPattern") return [{ name: nameOf(target) ?? "", shared: null }];
      return (target.properties as Node[]).flatMap((one) => {
        const name = one.type === "ObjectProperty" ? nameOf(one.value as Node) : null;
        return name === null || value === null ? [] : [{ name, shared: value }];
      });
    });
  });
}

function readShared(call: Node, root: string): Collection | null {
  if (call.type !== "CallExpression" || nameOfCallee(call.callee as Node) !== "defineDocs") return null;
  const [given] = call.arguments as Node[];
  if (given === undefined) return collectionIn(root, defaultFolder, undefined);
  if (given.type !== "ObjectExpression") return null;
  for (const one of given.properties as Node[]) {
    const key = one.type === "ObjectProperty" ? nameOf(one.key as Node) : null;
    const value = one.value as Node | undefined;
    if (key === null || (key === "docs" && hasFiles(value))) return null;
    if (key === "dir")
      return value?.type === "StringLiteral" ? collectionIn(root, String(value.value)) : null;
  }
  return collectionIn(root, defaultFolder);
}

function hasFiles(value: Node | undefined): boolean {
  return (
    value?.type !== "ObjectExpression" ||
    (value.properties as Node[]).some(
      (one) => one.type !== "ObjectProperty" || nameOf(one.key as Node) === "files",
    )
  );
}

const defaultFolder = "content/docs";

/** Null if its folder or its files are computed. */
function readCollection(value: ScriptValue, root: string): Collection | null {
  if (value.kind !== "call") return null;
  const [options = none] = value.inputs;
  if (value.name === "defineDocs") {
    const own = options.kind === "object" ? (options.members.get("docs") ?? none) : options;
    const folder = textMember(own, "dir") ?? textMember(options, "dir") ?? defaultFolder;
    return folder === computed ? null : collectionIn(root, folder, textsMember(own, "files"));
  }
  if (value.name !== "defineCollections" || textMember(options, "type") === "meta") return null;
  const folder = textMember(options, "dir");
  return typeof folder === "string" ? collectionIn(root, folder, textsMember(options, "files")) : null;
}

function collectionIn(
  root: string,
  dir: string,
  patterns: ReturnType<typeof textsMember> = undefined,
): Collection | null {
  const folder = posix.join(root, dir, "/").replace(/^\.?\//, "");
  if (patterns === computed || folder.startsWith("../")) return null;
  const [taken, left] = [false, true].map((isLeft) =>
    (patterns ?? [])
      .filter((one) => one.startsWith("!") === isLeft)
      .map((one) => matchGlob(one.replace(/^!/, ""))),
  );
  return {
    folder,
    has: (path) => {
      if (!path.startsWith(folder) || !/\.mdx?$/.test(path)) return false;
      const below = path.slice(folder.length);
      const isHidden = /(?:^|\/)\./.test(below);
      if (patterns === undefined) return !isHidden;
      return !isHidden && taken!.some((one) => one(below)) && !left!.some((one) => one(below));
    },
  };
}

/** Returns what `mdxOptions` of the configuration says; undefined if it says nothing. */
export function readMdxOptions(options: ScriptValue): ReturnType<typeof member> {
  return member(options, "mdxOptions");
}
