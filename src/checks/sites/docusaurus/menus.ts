import { posix } from "node:path";
import { splitTarget, type TargetParts } from "../../links/split-target.ts";
import { addressKey } from "../../model/address-key.ts";
import type { NavigationEntry } from "../../model/navigation-entry.ts";
import type { PlacedPage, Site } from "../../model/site.ts";
import { computed, isWritten, member, type ScriptValue, textMember } from "../script/script-values.ts";
import { joinAddress, renderAddress, withoutBase } from "../shared/addresses.ts";
import type { DocsVersion, DocusaurusSite } from "./content.ts";
import { entryOfDocs } from "./name-docs.ts";
import { resolveAddress } from "./resolve-link.ts";
import type { DocusaurusRoutes } from "./routes.ts";

/** Entries of the navigation bar, the footer and the sidebars that are addresses below the base. */
export interface Menus {
  entries: NavigationEntry[];
  /** Whether the navigation bar and the footer are written out. */
  areWritten: boolean;
  isEntry(target: string): boolean;
  findPage(whole: Site, target: string): string | null;
  /** Whether the target may be a page of code, a generated list, or something unknown. */
  mayExist(whole: Site, target: string): boolean;
  render(target: string, page: PlacedPage): string | null;
}

export function readMenus(
  config: ScriptValue,
  { site, routes, links }: { site: DocusaurusSite; routes: DocusaurusRoutes; links: NavigationEntry[] },
): Menus {
  const entries = [...links];
  const docs = (plugin: string) =>
    site.docs
      .filter((one) => one.plugin === plugin)
      .reduce<DocsVersion | null>((a, b) => (a !== null && a.route.length <= b.route.length ? a : b), null);
  const add = { entries, site, docs };
  let areWritten = true;
  const theme = member(config, "themeConfig");
  for (const name of ["navbar", "footer"]) {
    const menu = theme === computed ? computed : member(theme, name);
    areWritten &&= isWritten(menu);
    if (menu !== undefined && menu !== computed) walk(add, menu);
  }
  const targets = new Set(entries.map(({ target }) => target));
  const resolve = (whole: Site, target: string) => {
    const parts = readAddress(site, target);
    return parts === null ? null : resolveAddress({ site, routes, whole, from: "", parts }, "link");
  };
  return {
    entries,
    areWritten,
    isEntry: (target) => targets.has(target) && /^[./]/.test(target),
    findPage: (whole, target) => {
      const found = resolve(whole, target);
      return found?.kind === "page" ? found.path : null;
    },
    mayExist: (whole, target) => resolve(whole, target)?.kind !== "missing",
    render: (target, page) => {
      const parts = splitTarget(target);
      const [address] = routes.addressesOf(page);
      if (parts === null || address === undefined) return null;
      const hasBase = site.base !== null && withoutBase(site.base, parts.path) !== null;
      const base = hasBase ? site.base! : "";
      return renderAddress(address, parts, { folder: "/", base }) + parts.query + parts.hash;
    },
  };
}

interface Found {
  entries: NavigationEntry[];
  site: DocusaurusSite;
  /** The version of a plugin that readers see first: it has the pages that `docId` names. */
  docs(plugin: string): DocsVersion | null;
}

function walk(found: Found, value: ScriptValue): void {
  if (value.kind === "list") for (const item of value.items) walk(found, item);
  if (value.kind !== "object") return;
  for (const [key, one] of value.members) {
    if (one.kind !== "value") walk(found, one);
    else if (typeof one.value === "string")
      addEntry(found, value, key, { target: one.value, place: one.place });
  }
}

function addEntry(
  { entries, site, docs }: Found,
  item: ScriptValue,
  key: string,
  written: Pick<NavigationEntry, "target" | "place">,
): void {
  const { target, place } = written;
  if (key === "docId") {
    // Items of other types may have one as well, which says nothing.
    if (textMember(item, "type") !== "doc") return;
    const plugin = textMember(item, "docsPluginId") ?? "default";
    const own = plugin === computed ? null : docs(plugin);
    if (own !== null) entries.push(entryOfDocs(site.docs, own, written));
  } else if (isAddress(key, target)) {
    // What begins with neither could be the name of a page in a sidebar.
    entries.push(/^[./]/.test(target) ? written : { target: fromRoot + target, place, prefix: fromRoot });
  }
}

const fromRoot = "./";

/** `href` leads out of the site, unless it begins with a slash. */
function isAddress(key: string, target: string): boolean {
  if (key === "href") return /^\/(?!\/)/.test(target);
  return key === "to" && !/^(?:[a-z][a-z\d+.-]*:|\/\/|#|$)/i.test(target);
}

function readAddress({ base }: DocusaurusSite, target: string): TargetParts | null {
  const parts = splitTarget(target);
  if (parts === null) return null;
  const path = joinAddress("/", parts.path);
  // The theme puts the base before all that does not begin with it.
  const isWhole = base !== null && parts.path.startsWith("/") && withoutBase(base, path) !== null;
  return { ...parts, path: posix.join(isWhole ? "/" : (base ?? "/"), addressKey(path)) };
}
