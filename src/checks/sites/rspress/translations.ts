import { posix } from "node:path";
import type { Translation } from "../../types.ts";
import { findTranslations } from "../shared/find-translations.ts";
import type { Settings } from "./read-settings.ts";
import type { RspressRoutes } from "./routes.ts";

interface RspressSite {
  /** Path of the configuration. */
  path: string;
  settings: Settings;
  routes: RspressRoutes;
}

interface Move {
  from: string;
  to: string;
  files: ReadonlySet<string>;
}

/**
 * The menus of languages and of versions lead to the same page in each, whether it is there or not. Pages of
 * other versions do not follow.
 */
export function listTranslations(site: RspressSite, move: Move): Translation[] {
  if (!site.routes.hasRoute(move.from)) return [];
  const found = inLanguages(site, move);
  if (site.settings.hasOpenVersions) return [...found, openVersions(site, move)];
  const following = found.flatMap(({ from, to }) => (to === null ? [] : [from]));
  return [...found, ...[move.from, ...following].flatMap((page) => inVersions(site, page, move))];
}

function inLanguages({ settings, routes }: RspressSite, move: Move): Translation[] {
  const { names, main } = settings.languages;
  if (names.length < 2 || main === "") return [];
  const { version } = routes.placeOf(move.from);
  const languages = ["", ...names.filter((one) => one !== main)].map((name) => ({
    ...{ name, start: name === "" ? "/" : `/${name}/` },
    hasMenus: true,
  }));
  const addressOf = (path: string): string | null => {
    const { version: own, language, rest } = routes.placeOf(path);
    if (!routes.hasRoute(path) || own !== version) return null;
    return posix.join("/", language === main ? "" : language, rest);
  };
  return findTranslations(languages, addressOf, move);
}

function openVersions({ path }: RspressSite, { from }: Move): Translation {
  const because = `its versions are computed, so that their menus may lead to ${from}`;
  const ifLeft = `menus of versions in ${path} may lead to the address that the page had`;
  return { from: path, to: null, because, ifLeft };
}

function inVersions({ routes }: RspressSite, page: string, { from, files }: Move): Translation[] {
  const own = routes.placeOf(page);
  const isOther = (path: string): boolean => {
    if (!routes.hasRoute(path)) return false;
    const { version, language, rest } = routes.placeOf(path);
    return version !== own.version && language === own.language && rest === own.rest;
  };
  const because = `menus of versions lead from there to ${from}`;
  return [...files].filter(isOther).map((path) => {
    const ifLeft = `the version menu of ${path} leads to the address that the page had`;
    return { from: path, to: null, because, ifLeft };
  });
}
