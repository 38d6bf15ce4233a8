import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

/** What the real generator made of one page of a fixture site. */
export interface RecordedPage {
  /** As its text says: `Source: docs/a.md`. */
  source: string;
  /** Below the site's base. */
  address: string;
  /** Ids in the order of the page. */
  ids: string[];
  /** Those of headings, without the theme's own. */
  headingIds: string[];
  /** By the text of each link or picture (`L1`, `I1`): the page, the file, or nothing that it leads to. */
  links: Record<string, { kind: "page" | "file" | "nothing"; address: string; hash: string }>;
}

interface Built {
  folder: string;
  base: string;
  /** Whether `/a` leads to `a/index.html`: hosts and routers differ. */
  findsFolders: boolean;
}

/** Reads every page of the built site. */
export async function recordPages(built: Built): Promise<RecordedPage[]> {
  const entries = await readdir(built.folder, { recursive: true, withFileTypes: true });
  const files = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => `/${relative(built.folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/")}`),
  );
  const pages: RecordedPage[] = [];
  for (const file of [...files].filter((path) => path.endsWith(".html")).sort()) {
    const html = await readFile(join(built.folder, file), "utf8");
    const sources = new Set(
      [...html.matchAll(/Source: ([\w./+[\]-]+)/g)].map(([, source]) => source!.replaceAll("+", " ")),
    );
    const [source] = sources;
    // A list of posts shows many.
    if (source === undefined || isList(file, sources.size)) continue;
    pages.push({
      source,
      address: addressOf(file),
      ids: findIds(html),
      headingIds: findHeadingIds(html),
      links: findLinks(built, files, file, html),
    });
  }
  return pages;
}

function isList(file: string, sources: number): boolean {
  return sources > 1 || file === "/blog/index.html";
}

function addressOf(file: string): string {
  return file.replace(/(?:(?<=\/)index)?\.html$/, "");
}

function findIds(html: string): string[] {
  return [...html.matchAll(/<[a-z][\w-]*\s[^<>]*?(?<=\s)id="([^"]+)"/g)].map(([, id]) => unescapeHtml(id!));
}

function findHeadingIds(html: string): string[] {
  const ids = [...html.matchAll(/<h[1-6]\s[^<>]*?(?<=\s)id="([^"]+)"/g)].map(([, id]) => unescapeHtml(id!));
  return ids.filter((id) => !/aria-label$|^starlight__/.test(id));
}

function findLinks(
  built: Built,
  files: ReadonlySet<string>,
  file: string,
  html: string,
): RecordedPage["links"] {
  const links: RecordedPage["links"] = {};
  for (const [, attributes, text] of html.matchAll(/<a\s([^<>]*)>\s*(L\d+)\b/g))
    links[text!] ??= lead(built, files, file, attributeOf(attributes!, "href"));
  for (const [, attributes] of html.matchAll(/<img\s([^<>]*)>/g)) {
    const name = attributeOf(attributes!, "alt");
    if (/^I\d+$/.test(name)) links[name] ??= lead(built, files, file, attributeOf(attributes!, "src"));
  }
  return links;
}

function attributeOf(attributes: string, name: string): string {
  return unescapeHtml(
    new Map([...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value!])).get(
      name,
    ) ?? "",
  );
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&");
}

function lead(
  { base, findsFolders }: Built,
  files: ReadonlySet<string>,
  file: string,
  href: string,
): RecordedPage["links"][string] {
  const url = new URL(href, `http://site${base}${addressOf(file).slice(1)}`);
  const hash = decodeURIComponent(url.hash);
  const path = decodeURIComponent(url.pathname);
  if (url.host !== "site" || !`${path}/`.startsWith(base)) return { kind: "nothing", address: path, hash };
  const own = path.slice(base.length - 1) || "/";
  const page = [`${own}.html`, own, `${own}index.html`, ...(findsFolders ? [`${own}/index.html`] : [])].find(
    (one) => one.endsWith(".html") && files.has(one),
  );
  if (page !== undefined) return { kind: "page", address: addressOf(page), hash };
  return { kind: files.has(own) ? "file" : "nothing", address: own, hash };
}
