import { posix } from "node:path";
import type { NavigationEntry } from "../../model/navigation-entry.ts";
import type { Place } from "../../model/place.ts";
import type { SiteContext } from "../../model/site.ts";
import { readScript } from "../script/read-script.ts";
import { type ScriptValue, textMember } from "../script/script-values.ts";
import type { NextraSite } from "./routes.ts";

const filesMax = 500;

/**
 * Returns the names in `_meta` files that stand for a page next to them. `patterns`: those that stand for a
 * folder, a page that is code, or no page at all.
 */
export async function readMenus(
  context: SiteContext,
  { content, app }: NextraSite,
): Promise<{ entries: NavigationEntry[]; patterns: Place[]; readFrom: string[] }> {
  const folders = [...content.map(({ folder }) => folder), ...(app === null ? [] : [app])];
  const paths = [...context.files].filter(
    (path) =>
      /(?:^|\/)_meta\.(?:[jt]sx?|json)$/.test(path) && folders.some((folder) => path.startsWith(folder)),
  );
  const entries: NavigationEntry[] = [];
  const patterns: Place[] = [];
  for (const path of paths.slice(0, filesMax)) {
    const { value } = await readScript(context, path);
    if (value.kind !== "object") continue;
    for (const [key, one] of value.members) {
      const place = value.places.get(key);
      if (place === undefined || key === "*" || !/^[\w.-]+$/.test(key)) continue;
      const target = posix.join(posix.dirname(path), key);
      if (namesNoPage(one, context.files, target) || isElsewhere(context.files, app, target, key)) {
        const { memberEnd = place.end, ...name } = place;
        patterns.push(leadsOut(one) ? name : { ...name, memberEnd });
      } else if (one.kind !== "unknown") entries.push({ target, place });
    }
  }
  return { entries, patterns, readFrom: paths };
}

/** Whether it is a menu, a line between pages, leads elsewhere, or has a type without a page. */
function namesNoPage(value: ScriptValue, files: ReadonlySet<string>, target: string): boolean {
  if (value.kind !== "object") return false;
  const type = textMember(value, "type");
  const isThere = [".mdx", ".md", "/index.mdx", "/index.md", "/page.mdx", "/page.md"].some((end) =>
    files.has(target + end),
  );
  const isPage = type === undefined || ((type === "doc" || type === "page") && isThere);
  return !isPage || leadsOut(value);
}

function leadsOut(value: ScriptValue): boolean {
  return value.kind === "object" && ["href", "items"].some((name) => value.members.has(name));
}

/** Whether it is a folder, or a page that is code. */
function isElsewhere(files: ReadonlySet<string>, app: string | null, target: string, key: string): boolean {
  const isOwn = files.has(`${target}/page.mdx`) || files.has(`${target}/page.md`);
  for (const path of files) {
    if (path.startsWith(`${target}/`) && !/^\/(?:index|page)\.mdx?$/.test(path.slice(target.length)))
      return true;
    if (!isOwn && app !== null && path.startsWith(app) && path.includes(`/${key}/page.`)) return true;
    // The page of the menu's own folder.
    if (app !== null && key === "index" && path.startsWith(`${posix.dirname(target)}/page.`)) return true;
    if (/\.[jt]sx?$/.test(path) && path.startsWith(`${target}.`)) return true;
  }
  return false;
}
