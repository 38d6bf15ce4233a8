import { slug as githubSlug } from "github-slugger";
import type { PlacedPage } from "../../model/site.ts";
import { isTruth } from "../../pages/read-fields.ts";
import type { Translation } from "../../types.ts";
import { findTranslations, type Languages } from "../shared/find-translations.ts";
import type { MayExist } from "./other-addresses.ts";

export interface StarlightSite {
  /** Folder of `astro.config.*`. */
  root: string;
  docsRoot: string;
  /** Null if computed. */
  base: string | null;
  endsWithSlash: boolean;
  /** "" is the language whose pages have no folder of their own. */
  locales: { default: string; names: string[] } | null;
  /** Whether a file is a page, by its path below `docsRoot`. */
  takes(below: string): boolean;
  /** Whether a plugin takes drafts out of menus, or shows them. */
  handlesDrafts: boolean;
  /** If false, a plugin of the site may write other targets into Markdown links. */
  keepsLinks: boolean;
  mayExist: MayExist;
}

export interface StarlightRoutes {
  hasRoute(path: string): boolean;
  /** Includes those at which a page stands in for its missing translations. */
  addressesOf(page: PlacedPage, files: ReadonlySet<string>): string[];
  addressFolder(page: PlacedPage): string;
  withoutLocale(slug: string): string;
  /** Returns the slug at which a page stands in for a translation, as at `as`; null if it does not. */
  standIn(slug: string, as: string): string | null;
  /** Those of a page in the main language, to which it is what a menu of languages leads. */
  translationsOf(from: string, to: string, files: ReadonlySet<string>): Translation[];
}

/** Astro has no content type for the other extensions of Markdown, which it reads below `src/pages`. */
const contentExtension = /\.mdx?$/;
const pagesExtension = /\.(?:mdx?|markdown|mdown|mkdn?|mdwn)$/;

export function createRoutes(site: StarlightSite): StarlightRoutes {
  const hasRoute = (path: string) => slugOf(site, { path, facts: undefined }) !== null;
  const localeOf = (slug: string): string => {
    const [first = ""] = slug.split("/");
    return site.locales?.names.includes(first) === true ? first : "";
  };
  const withoutLocale = (slug: string): string => {
    const locale = localeOf(slug);
    return locale === "" ? slug : slug.slice(locale.length + 1);
  };
  const addressOf = (path: string): string | null => {
    const isContent = path.startsWith(`${site.docsRoot}/`);
    const slug = isContent ? slugOf(site, { path, facts: undefined }) : null;
    return slug === null ? null : `/${slug}/`.replace(/^\/{2}$/, "/");
  };
  const languages = menuLanguages(site);
  return {
    hasRoute,
    withoutLocale,
    standIn(slug, as) {
      if (localeOf(slug) !== site.locales?.default) return null;
      const bare = withoutLocale(slug);
      return [localeOf(as), bare].filter(Boolean).join("/");
    },
    translationsOf(from, to, files) {
      const isMain = localeOf(addressOf(from)?.slice(1) ?? "") === site.locales?.default;
      const found = isMain ? findTranslations(languages, addressOf, { from, to, files }) : [];
      return found.map((one) => ({ from: one.from, to: one.to, mayStay: true }));
    },
    addressesOf: (placed) => {
      const slug = slugOf(site, placed);
      const isContent = placed.path.startsWith(`${site.docsRoot}/`);
      const isDraft = isContent && !site.handlesDrafts && isTruth(placed.facts?.fields.draft, true);
      // Builds for production leave drafts out.
      if (slug === null || isDraft) return [];
      const own = slug === "" ? "/" : `/${slug}/`;
      const { locales } = site;
      if (locales === null || !isContent || localeOf(slug) !== locales.default) return [own];
      const bare = withoutLocale(slug);
      const others = locales.names.filter((name) => name !== locales.default);
      return [
        own,
        ...others.map((name) => `/${name}/${bare}${bare === "" ? "" : "/"}`.replace(/^\/{2,}/, "/")),
      ];
    },
    addressFolder: (placed) => {
      const slug = slugOf(site, placed) ?? "";
      if (slug === "") return "/";
      return site.endsWithSlash ? `/${slug}/` : `/${slug.slice(0, slug.lastIndexOf("/") + 1)}`;
    },
  };
}

function menuLanguages({ locales }: StarlightSite): Languages {
  if (locales === null) return [];
  const ordered = [locales.default, ...locales.names.filter((name) => name !== locales.default)];
  return ordered.map((name) => ({ name, start: name === "" ? "/" : `/${name}/`, hasMenus: true }));
}

/** Returns the address of a page without outer slashes; null if it is no page of the site. */
export function slugOf(site: StarlightSite, { path, facts }: PlacedPage): string | null {
  const pages = `${site.root === "" ? "" : `${site.root}/`}src/pages/`;
  if (path.startsWith(pages)) {
    const below = path.slice(pages.length).replace(pagesExtension, "");
    return !pagesExtension.test(path) || /(?:^|\/)_/.test(below) ? null : below.replace(/(?:^|\/)index$/, "");
  }
  if (!path.startsWith(`${site.docsRoot}/`) || !contentExtension.test(path)) return null;
  const whole = path.slice(site.docsRoot.length + 1);
  const below = whole.replace(contentExtension, "");
  if (!site.takes(whole)) return null;
  const given = facts?.routeHints.find(({ key }) => key === "slug")?.value;
  if (given !== undefined) return given.replace(/^\/|\/$/g, "").replace(/(?:^|\/)index$/, "");
  return below
    .split("/")
    .map((part) => githubSlug(part))
    .join("/")
    .replace(/(?:^|\/)index$/, "");
}
