import { posix } from "node:path";
import { matchGlob } from "../../../text/match-glob.ts";
import { isPagePath } from "../../../text/page-path.ts";
import type { SiteContext } from "../../model/site.ts";
import { isSettings, readSettings, type Settings, settingAt, textAt } from "../shared/read-settings.ts";
import { findUnusedThemes } from "./find-unused-themes.ts";
import { importsOf, listOf, tablesOf } from "./lists-of-settings.ts";
import { type ContentMount, type HugoModel, type RenderHook, rootOfHugo, type StaticMount } from "./model.ts";
import { readMountFilter } from "./mount-filter.ts";
import { readIgnored } from "./read-ignored.ts";
import { readMarkup } from "./read-markup.ts";

interface Reading {
  root: string;
  settings: Settings;
  files: ReadonlySet<string>;
  unusedThemes: readonly string[];
}

/** Null if a configuration file cannot be read. */
export async function readHugoModel(
  context: SiteContext,
  found: string,
): Promise<{ model: HugoModel; readFrom: string[] } | null> {
  const root = rootOfHugo(found);
  const readFrom = configurationFiles(context, root, found);
  let settings: Settings = {};
  for (const path of readFrom) {
    const read = await readSettings(context, path);
    if (read === null) return null;
    const [key = "", language = "", ending] = posix.basename(path).toLowerCase().split(".");
    if (key === "hugo" || key === "config") settings = { ...read, ...settings };
    else if (ending === undefined) settings = { ...settings, [key]: read };
    else if (key === "languages")
      settings = { ...settings, languages: { ...asSettings(settings.languages), [language]: read } };
  }
  const unusedThemes = await findUnusedThemes(context, root, settings);
  return { model: modelOf({ root, settings, files: context.files, unusedThemes }), readFrom };
}

/** Folders below `config/_default` are only order for people: each file counts by its name. */
function configurationFiles({ files }: SiteContext, root: string, found: string): string[] {
  const folder = posix.join(root, "config/_default");
  const parts = [...files].filter(
    (path) => path.startsWith(`${folder}/`) && /\.(?:toml|ya?ml|json)$/.test(path) && path !== found,
  );
  return [found, ...parts.filter((path) => !/\/(?:menus?|params)\./.test(path)).sort()];
}

function modelOf(reading: Reading): HugoModel {
  const { root, settings } = reading;
  const named = Object.keys(asSettings(settings.languages));
  const disabledLanguages = disabledOf(settings, named);
  const languages = named.filter((one) => !disabledLanguages.includes(one));
  const defaultLanguage = (textAt(settings, "defaultcontentlanguage") ?? "en").toLowerCase();
  const hidden = listOf(settings.disablekinds);
  const ugly = settings.uglyurls;
  const url = textAt(settings, "baseurl") ?? "";
  const copiesResources =
    settingAt(settings, "markup", "goldmark", "duplicateresourcefiles") === true ||
    named.some((one) => textAt(settings, "languages", one, "baseurl") !== null);
  return {
    root,
    ...mountsOf(reading, languages, disabledLanguages),
    basePath: URL.canParse(url) ? new URL(url).pathname.replace(/\/$/, "") : "",
    host: URL.parse(url)?.host ?? null,
    languages: languages.length === 0 ? [defaultLanguage] : languages,
    ...{ defaultLanguage, disabledLanguages },
    isDefaultInSubdir: settings.defaultcontentlanguageinsubdir === true,
    uglyUrls: isSettings(ugly) ? Object.keys(ugly).filter((key) => ugly[key] === true) : ugly === true,
    permalinks: permalinksOf(settings.permalinks),
    taxonomies: hidden.includes("taxonomy") || hidden.includes("taxonomies") ? [] : taxonomiesOf(settings),
    isUnrendered: readUnrendered(settings.cascade),
    linkHook: hookOf(reading, "link", named.length > 0 && !copiesResources),
    hasForeignHook: !hasOwnHook(reading, "link") && mayHaveForeignHook(reading),
    imageHook: hookOf(reading, "image", named.length > 0 && !copiesResources),
    copiesResources,
    keepsCase: settings.disablepathtolower === true,
    hasAliases: settings.disablealiases !== true,
    hasForeignFiles: hasForeignFiles(reading),
    hasForeignContent: hasForeignContent(reading),
    hasKnownTheme: hasKnownTheme(reading),
    ...{ unusedThemes: reading.unusedThemes, ignores: readIgnored(settings.ignorefiles) },
    ...readMarkup(root, settings, reading.files),
    builds: {
      drafts: settings.builddrafts === true,
      future: settings.buildfuture === true,
      expired: settings.buildexpired === true,
    },
  };
}

function disabledOf(settings: Settings, languages: readonly string[]): string[] {
  const listed = listOf(settings.disablelanguages).map((one) => one.toLowerCase());
  return languages.filter(
    (one) => listed.includes(one) || settingAt(settings, "languages", one, "disabled") === true,
  );
}

function mountsOf({ root, settings }: Reading, languages: readonly string[], disabled: readonly string[]) {
  const mounts = tablesOf(settingAt(settings, "module", "mounts"));
  const content: ContentMount[] = [];
  const pages: ContentMount[] = [];
  const statics: StaticMount[] = [];
  for (const mount of mounts) {
    const source = posix.join(root, textAt(mount, "source") ?? "");
    const [component = "", ...rest] = (textAt(mount, "target") ?? "").split("/");
    const target = rest.join("/");
    const named = languagesOf(mount);
    const isOne = named.length === 1 && !/[*?{!]/.test(named[0]!);
    const language = isOne ? named[0]! : null;
    const alsoIn = isOne ? [] : languages.filter((one) => named.some((name) => matchGlob(name)(one)));
    const takes = readMountFilter(mount);
    if (component === "content" && !disabled.includes(named[0] ?? ""))
      (isPagePath(source) ? pages : content).push({
        source,
        target,
        language,
        alsoIn,
        ...(takes && { takes }),
      });
    if (component === "static") statics.push({ source, target });
  }
  const mounted = [...content, ...pages];
  for (const language of languages) {
    const folder = textAt(settings, "languages", language, "contentdir");
    if (folder !== null) content.push({ source: posix.join(root, folder), target: "", language, alsoIn: [] });
  }
  const others = languages.filter((one) => textAt(settings, "languages", one, "contentdir") === null);
  if (mounted.length === 0 && (others.length > 0 || languages.length === 0)) {
    const source = posix.join(root, textAt(settings, "contentdir") ?? "content");
    const language = others.length === 1 && languages.length > 1 ? others[0]! : null;
    content.push({ source, target: "", language, alsoIn: [] });
  }
  if (statics.length === 0) {
    const folders = listOf(settings.staticdir);
    for (const folder of folders.length > 0 ? folders : ["static"])
      statics.push({ source: posix.join(root, folder), target: "" });
  }
  const themes = posix.join(root, textAt(settings, "themesdir") ?? "themes");
  for (const theme of listOf(settings.theme))
    statics.push({ source: posix.join(themes, theme, "static"), target: "" });
  return { content: content.sort((a, b) => b.source.length - a.source.length), pages, statics };
}

/** From version 0.153 on, `sites` stands for `lang`, and may name several. */
function languagesOf(mount: unknown): string[] {
  const language = textAt(mount, "lang");
  const named = language === null ? listOf(settingAt(mount, "sites", "matrix", "languages")) : [language];
  return named.map((one) => one.toLowerCase());
}

function permalinksOf(value: unknown): HugoModel["permalinks"] {
  const page: Record<string, string> = {};
  const section: Record<string, string> = {};
  for (const [key, pattern] of Object.entries(asSettings(value))) {
    if (typeof pattern === "string") page[key] = pattern;
    const kind = key === "page" ? page : key === "section" ? section : null;
    for (const [name, one] of Object.entries(asSettings(pattern)))
      if (kind !== null && typeof one === "string") kind[name] = one;
  }
  return { page, section };
}

function taxonomiesOf(settings: Settings): string[] {
  const named = settings.taxonomies;
  if (named === undefined) return ["categories", "tags"];
  return Object.values(asSettings(named)).filter((name): name is string => typeof name === "string");
}

function readUnrendered(cascade: unknown): HugoModel["isUnrendered"] {
  const renders = (one: Settings) => settingAt(one, "build", "render") ?? settingAt(one, "_build", "render");
  const matches = tablesOf(cascade)
    .filter((one) => ["never", "link", false].some((value) => value === renders(one)))
    .flatMap((one) => textAt(one, "target", "path") ?? textAt(one, "_target", "path") ?? [])
    .map(matchGlob);
  // A glob may begin with a slash, or with alternatives of which one does.
  return (place) => matches.some((match) => match(place) || match(place.slice(1)));
}

/**
 * Hugo's own hook is on where languages are configured, even a single one: its `allconfig.go` counts a key
 * that it adds to them. Hosts of their own, and the configuration, switch it off.
 */
function hookOf(reading: Reading, kind: "link" | "image", isOnByItself: boolean): RenderHook {
  const { settings } = reading;
  if (hasOwnHook(reading, kind) || mayHaveForeignHook(reading)) return "unknown";
  const hook = settingAt(settings, "markup", "goldmark", "renderhooks", kind);
  const wanted =
    textAt(hook, "useembedded") ?? (settingAt(hook, "enabledefault") === true ? "always" : "auto");
  if (wanted === "always" || wanted === "fallback") return "embedded";
  return wanted === "auto" && isOnByItself ? "embedded" : "none";
}

function hasOwnHook({ root, files, unusedThemes }: Reading, kind: "link" | "image"): boolean {
  const isHook = (path: string): boolean =>
    /(?:^|\/)_markup\/[^/]+$/.test(path) &&
    posix.basename(path).startsWith(`render-${kind}`) &&
    !unusedThemes.some((folder) => path.startsWith(folder));
  return [...files].some((path) => isHook(path) && path.startsWith(root) && path.endsWith(".html"));
}

function mayHaveForeignHook(reading: Reading): boolean {
  const layouts = posix.join(reading.root, "layouts/");
  const paths = [...reading.files];
  const hasLayouts = paths.some((path) => path.startsWith(layouts) || /(?:^|\/)themes\//.test(path));
  return !hasKnownTheme(reading) && (hasForeignFiles(reading) || !hasLayouts);
}

function hasForeignContent({ root, settings, files }: Reading): boolean {
  const mounts = tablesOf(settingAt(settings, "module", "mounts"));
  const sources = mounts.flatMap((mount) =>
    textAt(mount, "target")?.startsWith("content") === true
      ? [posix.join(root, textAt(mount, "source") ?? "")]
      : [],
  );
  return sources.some(
    (source) => !files.has(source) && ![...files].some((path) => path.startsWith(`${source}/`)),
  );
}

function hasForeignFiles({ root, settings, files }: Reading): boolean {
  if (importsOf(settings).length > 0) return true;
  return listOf(settings.theme).some((theme) => !isReadTheme({ root, settings, files }, theme));
}

/** Whether a theme is in the repository and adds no content. */
function isReadTheme({ root, settings, files }: Pick<Reading, "root" | "settings" | "files">, theme: string) {
  const folder = posix.join(root, textAt(settings, "themesdir") ?? "themes", theme);
  const paths = [...files];
  const isHere = paths.some((path) => path.startsWith(`${folder}/layouts/`));
  return isHere && !paths.some((path) => path.startsWith(`${folder}/content/`));
}

function asSettings(value: unknown): Settings {
  return isSettings(value) ? value : {};
}

/** Docsy has no hook for headings or links, and no content; what it is imported with holds styles only. */
const docsy = /(?:^|\/)docsy(?:\/(?:dependencies|theme))?(?:\/v\d+)?$/i;
const styles = /^github\.com\/(?:twbs\/bootstrap|FortAwesome\/Font-Awesome)$/i;

function hasKnownTheme(reading: Reading): boolean {
  const { settings } = reading;
  const imports = importsOf(settings);
  const others = listOf(settings.theme).filter((theme) => !isReadTheme(reading, theme));
  const names = [...imports.map((one) => textAt(one, "path") ?? ""), ...others];
  const mounts = imports.flatMap((one) => tablesOf(settingAt(one, "mounts")));
  return (
    names.some((name) => docsy.test(name)) &&
    names.every((name) => docsy.test(name) || styles.test(name)) &&
    !mounts.some((one) => textAt(one, "target")?.startsWith("content") === true)
  );
}
