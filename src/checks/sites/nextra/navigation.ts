import { posix } from "node:path";
import type { NavigationEntry, SiteContext } from "../../model/site.ts";
import { readScript } from "../script/read-script.ts";
import type { NextraSite } from "./routes.ts";

const filesMax = 500;

/** Returns the names in `_meta` files that stand for a page or folder next to them. */
export async function readEntries(
  context: SiteContext,
  { content, app }: NextraSite,
): Promise<{ entries: NavigationEntry[]; readFrom: string[] }> {
  const folders = [...content.map(({ folder }) => folder), ...(app === null ? [] : [app])];
  const paths = [...context.files].filter(
    (path) =>
      /(?:^|\/)_meta\.(?:[jt]sx?|json)$/.test(path) && folders.some((folder) => path.startsWith(folder)),
  );
  const entries: NavigationEntry[] = [];
  for (const path of paths.slice(0, filesMax)) {
    const { value } = await readScript(context, path);
    if (value.kind !== "object") continue;
    for (const [key, one] of value.members) {
      const place = value.places.get(key);
      if (place === undefined || key === "*" || !/^[\w.-]+$/.test(key)) continue;
      const isOther =
        one.kind === "object" && ["type", "href", "items"].some((name) => one.members.has(name));
      const target = posix.join(posix.dirname(path), key);
      if (!isOther && one.kind !== "unknown" && !isElsewhere(context.files, app, target, key))
        entries.push({ target, place });
    }
  }
  return { entries, readFrom: paths };
}

/** Whether it is a folder, or a page that is code. */
function isElsewhere(files: ReadonlySet<string>, app: string | null, target: string, key: string): boolean {
  for (const path of files) {
    if (path.startsWith(`${target}/`) && !/^\/(?:index|page)\.mdx?$/.test(path.slice(target.length)))
      return true;
    if (app !== null && path.startsWith(app) && path.includes(`/${key}/page.`)) return true;
    if (/\.[jt]sx?$/.test(path) && path.startsWith(`${target}.`)) return true;
  }
  return false;
}
