import { posix } from "node:path";
import { isMap, isPair, isScalar, isSeq, type Scalar } from "yaml";
import { isPagePath } from "../../../text/page-path.ts";
import type { NavigationEntry } from "../../model/navigation-entry.ts";
import type { SiteContext } from "../../model/site.ts";
import { createPlacer } from "../../pages/place-at.ts";
import { at, namedOf, readMkdocsYaml, textOf } from "./read-yaml.ts";

/** Plugins with a menu in each folder: awesome-nav (3) and awesome-pages (2). */
const menuNames: Readonly<Record<string, string>> = { "awesome-nav": ".nav.yml", "awesome-pages": ".pages" };
const filesMax = 500;
const bytesMax = 256 * 1024;
const depthMax = 20;

/** Returns the pages that menus of folders name; what they name by a pattern, or as a folder, is left out. */
export async function readFolderMenus(
  { files, read: readFile }: SiteContext,
  plugins: unknown,
  docsRoot: string,
): Promise<{ entries: NavigationEntry[]; readFrom: string[] }> {
  const used = [...namedOf(plugins)].filter(([plugin]) => Object.hasOwn(menuNames, plugin));
  const names = used.map(([plugin, options]) => textOf(at(options, "filename")) ?? menuNames[plugin]!);
  const isMenu = (path: string) => names.includes(posix.basename(path));
  const isOfSite = (path: string) => docsRoot === "" || path.startsWith(`${docsRoot}/`);
  const paths = names.length === 0 ? [] : [...files].filter((path) => isMenu(path) && isOfSite(path));
  const entries: NavigationEntry[] = [];
  for (const path of paths.slice(0, filesMax)) {
    const bytes = await readFile(path);
    const isOfFolder = used[names.indexOf(posix.basename(path))]![0] === "awesome-pages";
    if (bytes.length > bytesMax) continue;
    const menu = { path, text: bytes.toString("utf8"), docsRoot, isOfFolder };
    entries.push(...readMenu(menu, files));
  }
  return { entries, readFrom: paths };
}

interface Menu {
  path: string;
  text: string;
  docsRoot: string;
  /** Whether its entries can only name pages directly in its folder, as those of awesome-pages. */
  isOfFolder: boolean;
}

function readMenu({ path, text, docsRoot, isOfFolder }: Menu, files: ReadonlySet<string>): NavigationEntry[] {
  const { contents, errors } = readMkdocsYaml(text);
  if (errors.length > 0) return [];
  const place = createPlacer(path, text);
  const folder = posix.relative(docsRoot, posix.dirname(path));
  return itemsOf(at(contents, "nav"), 0).flatMap(({ node, isTitled }) => {
    const { value } = node;
    if (typeof value !== "string" || !isPagePath(value) || !/^[^*?[\]{}|:!/.][^*?[\]{}|:!]*$/.test(value))
      return [];
    const [start, end] = node.range!;
    const quoted = /["']/.test(text[start]!) ? 1 : 0;
    const found = place(start + quoted, end - quoted);
    // With a title, awesome-nav leaves to MkDocs what is not below the folder.
    const isLeft = isTitled && !isOfFolder && !files.has(posix.join(docsRoot, folder, value));
    if (isLeft && files.has(posix.join(docsRoot, value))) return [{ target: value, place: found }];
    return [
      {
        target: posix.join(folder, value),
        place: { ...found, memberEnd: found.end },
        ...(folder !== "" && { prefix: `${folder}/` }),
        ...(isOfFolder && { isOfFolder }),
      },
    ];
  });
}

interface MenuItem {
  node: Scalar;
  isTitled: boolean;
}

function itemsOf(node: unknown, depth: number, isTitled = false): MenuItem[] {
  if (depth > depthMax) return [];
  if (isScalar(node)) return [{ node, isTitled }];
  if (isSeq(node)) return node.items.flatMap((item) => itemsOf(item, depth + 1));
  if (!isMap(node)) return [];
  return node.items.flatMap((pair) => (isPair(pair) ? itemsOf(pair.value, depth + 1, true) : []));
}
