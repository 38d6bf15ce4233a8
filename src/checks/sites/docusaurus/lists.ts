import { posix } from "node:path";
import type { PlacedPage, Site, SiteContext } from "../../model/site.ts";
import { isTruth } from "../../pages/read-fields.ts";
import { member, type ScriptValue, textMember } from "../script/script-values.ts";
import { isSettings, readSettings, settingAt, textAt } from "../shared/read-settings.ts";
import type { Blog, DocusaurusSite, ListFiles } from "./content.ts";
import { isBelow } from "./routes.ts";

type Content = Pick<Blog, "folder" | "route" | "isPublished" | "listFiles">;

const places = ["tagsBasePath", "authorsBasePath", "authorsMapPath"];

/** Null if a plugin has its lists of tags and authors elsewhere, or makes them of other files. */
export function openLists(options: ScriptValue): ListFiles | null {
  const isUsual = member(options, "tags") === undefined || textMember(options, "tags") === "tags.yml";
  const isPlain = isUsual && places.every((key) => member(options, key) === undefined);
  return isPlain ? { tags: {}, authors: {} } : null;
}

/** Reads `tags.yml` and `authors.yml`; returns the files that are there. */
export async function readListFiles(context: SiteContext, contents: readonly Content[]): Promise<string[]> {
  const readFrom: string[] = [];
  for (const { folder, listFiles } of contents) {
    if (listFiles === null) continue;
    for (const kind of ["tags", "authors"] as const) {
      const path = posix.join(folder, `${kind}.yml`);
      if (!context.files.has(path)) continue;
      readFrom.push(path);
      listFiles[kind] = await readSettings(context, path);
    }
  }
  return readFrom;
}

/** Whether a list by a tag, or by an author, is at the address; null if that is not known. */
export function isListAt(
  { folder, route, isPublished, listFiles }: Content,
  { pages }: Site,
  key: string,
): boolean | null {
  const [, kind, name] = /^(tags|authors)\/([^/]+)$/.exec(key.slice(route.length).replace(/^\//, "")) ?? [];
  if (listFiles === null || name === undefined || listFiles.tags === null || listFiles.authors === null)
    return null;
  const { tags, authors } = listFiles;
  if (kind === "authors")
    return Object.entries(authors).some(([author, one]) => {
      const page = settingAt(one, "page");
      return (page === true || isSettings(page)) && isSame(textAt(page, "permalink") ?? author, name);
    });
  let isOpen = false;
  for (const [path, { fields }] of pages) {
    if (!isBelow(folder, path) || fields.tags === undefined || isTruth(fields.draft, true)) continue;
    if (!isPublished(path.slice(folder.length + 1))) continue;
    const own = [fields.tags ?? []].flat();
    // One that states its own address has several fields.
    isOpen ||= fields.tags === null || own.some((tag) => /[:{]/.test(tag));
    if (own.some((tag) => isSame(textAt(tags, tag.toLowerCase(), "permalink") ?? tag, name))) return true;
  }
  return isOpen ? null : false;
}

/** Each blog has authors of its own: a name that is not among them ends the build. */
export function refuseOtherBlog(
  { blogs }: DocusaurusSite,
  { path, facts }: PlacedPage,
  to: string,
): string | null {
  const blogOf = (one: string) => blogs.find(({ folder }) => isBelow(folder, one));
  const [old, now] = [blogOf(path), blogOf(to)];
  if (old === undefined || now === undefined || old === now) return null;
  const authors = now.listFiles?.authors ?? {};
  const names = [facts?.fields.authors ?? []].flat().filter((name) => !/[:{]/.test(name));
  const missing = names.find((name) => !(name.toLowerCase() in authors));
  if (missing === undefined) return null;
  return `its author ${missing} is not among those of the blog in ${now.folder}, without which the build ends; add the author there first`;
}

/** Whether a name and an address read alike, but for the signs between their words. */
function isSame(name: string, address: string): boolean {
  return squeeze(name) === squeeze(address);
}

function squeeze(text: string): string {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "");
  return plain.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}
