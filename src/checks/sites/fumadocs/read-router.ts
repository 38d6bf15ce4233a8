import { posix } from "node:path";
import type { SiteContext } from "../../model/site.ts";
import { parseScript } from "../script/parse-script.ts";
import { type Node, nameOf } from "../script/syntax-tree.ts";

/** The pages of code of an app on TanStack Start or React Router. */
export interface RouterApp {
  /** By the paths that they would have in the `app` folder of Next.js. */
  pages: ReadonlyMap<string, string>;
  /** Addresses that settings of the server name. */
  named: string[];
  /** Whether code may answer at any address, or the base of addresses is not known. */
  isOpen: boolean;
  readFrom: string[];
}

const settingsFile = /^(?:vite|react-router|nitro)\.config\.[cm]?[jt]s$/;
const serverFile = /^(?:src|app)\/(?:server|start|entry\.server|router)\.[jt]sx?$/;

/** Null if the site is none of these, or its routes are computed. */
export async function readRouterApp({ files, read }: SiteContext, root: string): Promise<RouterApp | null> {
  const below = [...files].filter((path) => path.startsWith(root)).map((path) => path.slice(root.length));
  const isNext = below.some((path) => /^next\.config\.[cm]?[jt]s$/.test(path));
  if (isNext || !below.some((path) => /^vite\.config\.[cm]?[jt]s$/.test(path))) return null;
  const textOf = async (path: string) => (await read(root + path)).toString("utf8");
  const listed = below.find((path) => /^app\/routes\.[jt]sx?$/.test(path));
  const pages = new Map<string, string>();
  if (listed !== undefined) {
    const routes = listRoutes(parseScript(listed, await textOf(listed))?.body ?? []);
    if (routes === null) return null;
    for (const { path, file } of routes) pages.set(placeOf(path.split("/")), posix.join(root, "app", file));
  } else {
    const tree = ["src/routes/", "app/routes/"].find((folder) =>
      below.some((path) => /^__root\.[jt]sx?$/.test(path.slice(folder.length)) && path.startsWith(folder)),
    );
    if (tree === undefined) return null;
    for (const path of below.filter((one) => one.startsWith(tree))) {
      const place = placeOfFile(path.slice(tree.length));
      if (place !== null) pages.set(place, root + path);
    }
  }
  const settings = below.filter((path) => settingsFile.test(path));
  const servers = below.filter((path) => serverFile.test(path));
  const said = (await Promise.all(settings.map(textOf))).join("\n");
  const run = (await Promise.all(servers.map(textOf))).join("\n");
  return {
    pages,
    named: [...said.matchAll(/["'`](\/[\w./-]{1,200})/g)].map(([, address]) => address!),
    isOpen: /\bbase(?:name|path)?\s{0,9}:/i.test(`${said}\n${run}`) || /redirect|rewrite/i.test(run),
    readFrom: [...settings, ...(listed === undefined ? [] : [listed])].map((path) => root + path),
  };
}

/** Returns the path of a page in the `app` folder of Next.js, by the names of an address. */
function placeOf(names: readonly string[]): string {
  const folders = names.filter((one) => one !== "").map(folderOf);
  return [...folders, "page.tsx"].join("/");
}

/** `*` and `$` stand for any number of names, `:name` and `$name` for one. */
function folderOf(name: string): string {
  if (name === "*" || name === "$") return "[[...slug]]";
  const [, parameter] = /^(?:[:$]|\{-?\$)(\w+)\??\}?$/.exec(name) ?? [];
  if (parameter !== undefined) return `[${parameter}]`;
  return /[:${}]/.test(name) ? "[part]" : name;
}

/** Null for a file that shows no page. Dots are slashes; `_name` and `(name)` are no part of an address. */
function placeOfFile(path: string): string | null {
  if (!/\.[jt]sx?$/.test(path) || /(?:^|\/)-/.test(path)) return null;
  const names = path
    .replace(/\.[jt]sx?$/, "")
    .split(/\/|\.(?!\])/)
    .map((name) => name.replaceAll("[.]", "."));
  const last = names.at(-1)!;
  if (last === "route" || last === "lazy" || /^(?:__root$|_|\(.*\)$)/.test(last)) return null;
  const shown = names.filter((name) => !/^(?:_|\(.*\)$)/.test(name)).map((name) => name.replace(/_$/, ""));
  return placeOf(shown.at(-1) === "index" ? shown.slice(0, -1) : shown);
}

interface Route {
  path: string;
  file: string;
}

/** Reads the list that `routes.ts` of React Router exports; null if parts are computed. */
function listRoutes(body: readonly Node[]): Route[] | null {
  const exported = body.find(({ type }) => type === "ExportDefaultDeclaration");
  const found: Route[] = [];
  return exported !== undefined && collect(bare(exported.declaration as Node), "", found) ? found : null;
}

function bare(node: Node): Node {
  return /^TS(?:As|Satisfies)Expression$/.test(node.type) ? bare(node.expression as Node) : node;
}

function collect(node: Node, start: string, found: Route[]): boolean {
  if (node.type === "ArrayExpression")
    return (node.elements as (Node | null)[]).every((one) => one !== null && collect(one, start, found));
  if (node.type === "SpreadElement") return collect(node.argument as Node, start, found);
  if (node.type !== "CallExpression") return false;
  const name = nameOf(node.callee as Node);
  const inputs = node.arguments as Node[];
  const [first, second] = inputs.map((one) => (one.type === "StringLiteral" ? String(one.value) : null));
  const lists = inputs.filter(({ type }) => type === "ArrayExpression");
  const goOn = (below: string) => lists.every((one) => collect(one, below, found));
  if (typeof first !== "string") return false;
  if (name === "index") return found.push({ path: start, file: first }) > 0;
  if (name === "layout") return goOn(start);
  const path = posix.join(start, first);
  if (name === "prefix") return goOn(path);
  if (name !== "route" || typeof second !== "string") return false;
  found.push({ path, file: second });
  return goOn(path);
}
