import type { SiteContext } from "../../model/site.ts";
import { readScript } from "../script/read-script.ts";
import {
  computed,
  member,
  type ScriptValue,
  textMember,
  textsMember,
  unwrapCall,
} from "../script/script-values.ts";
import { readSettings as readData } from "../shared/read-settings.ts";

/** What a configuration of VuePress says, as far as its text shows it. */
export interface Settings {
  root: ScriptValue;
  /** The theme's own settings. */
  theme: ScriptValue;
  /** Package or function of the theme; null for the default one. */
  themeName: string | null;
  /** The configuration as text. */
  text: string;
  readFrom: string[];
}

const none: ScriptValue = { kind: "object", members: new Map(), places: new Map(), isOpen: false };
const unknown: ScriptValue = { kind: "unknown" };

/** Version 1 has its theme by name, with settings beside it; version 2 as a function of its settings. */
export async function readVuepressSettings(context: SiteContext, path: string): Promise<Settings> {
  const text = (await context.read(path)).toString("utf8");
  if (!/\.[cm]?[jt]s$/.test(path)) return await readFromData(context, path, text);
  const { value, readFrom } = await readScript(context, path);
  const root = unwrapCall(value, /^(?:define[A-Z]|config$)/);
  const theme = unwrapCall(rawMember(root, "theme") ?? none, /^define(?!\w*Theme$)/);
  const settings = rawMember(root, "themeConfig");
  const read = { root, text, readFrom };
  if (theme.kind === "call") {
    const isDefault = theme.name === "defaultTheme" || theme.source === "@vuepress/theme-default";
    return { ...read, theme: theme.inputs[0] ?? none, themeName: isDefault ? null : theme.name };
  }
  const name = theme.kind === "value" && typeof theme.value === "string" ? theme.value : null;
  const isDefault = theme === none || /^(?:@vuepress\/)?(?:theme-)?(?:default|vue)$/.test(name ?? "");
  const own = unwrapCall(settings ?? none, /^(?:define|themeConfig$)/i);
  return { ...read, theme: own, themeName: isDefault ? null : (name ?? "of the site") };
}

/** The menus of YAML and TOML are not read. */
async function readFromData(context: SiteContext, path: string, text: string): Promise<Settings> {
  const data = await readData(context, path);
  const base = data?.base;
  const name = typeof data?.theme === "string" ? data.theme : null;
  const members = new Map<string, ScriptValue>();
  const place = { path, start: 0, end: 0, line: 1, column: 1 };
  if (typeof base === "string") members.set("base", { kind: "value", value: base, place });
  const isWhole = data !== null && !Object.keys(data).some((key) => !plainKeys.has(key));
  const root: ScriptValue = { kind: "object", members, places: new Map(), isOpen: !isWhole };
  return { root, theme: unknown, themeName: name, text, readFrom: [path] };
}

const plainKeys = new Set(["base", "title", "description", "head", "dest", "theme", "themeconfig", "lang"]);

function rawMember(value: ScriptValue, key: string): ScriptValue | undefined {
  if (value.kind !== "object") return unknown;
  return value.members.get(key) ?? (value.isOpen ? unknown : undefined);
}

/** Null if it is computed. */
export function readBase(root: ScriptValue): string | null {
  const base = textMember(root, "base");
  return base === computed ? null : base || "/";
}

/** Globs of pages below the source folder, those after `!` left out; null if they are computed. */
export function readPatterns(root: ScriptValue): string[] | null {
  for (const name of ["pagePatterns", "patterns"]) {
    const patterns = textsMember(root, name);
    if (patterns === computed) return null;
    if (patterns !== undefined) return patterns;
  }
  return ["**/*.md"];
}

/** Names of members by which code can add pages, or give them other addresses. */
const makers =
  /^(?:additionalPages|extendPageData|extendsPage|extendsPageOptions|onInitialized|ready|permalink|permalinkPattern)$/;

/** Returns why there may be pages without files, after "because"; null if there are none. */
export function findOpen({ root, themeName }: Settings): string | null {
  if (root.kind !== "object" || root.isOpen) return "the configuration of VuePress is computed";
  if (themeName !== null) return "the theme may add pages";
  const maker = [...root.members.keys()].find((name) => makers.test(name));
  if (maker !== undefined) return `${maker} of the configuration may add pages`;
  const plugins = pluginsOf(root);
  if (plugins === null) return "the plugins are computed in the configuration";
  return plugins.every(({ name }) => harmless.test(name)) ? null : "plugins may add pages";
}

/** Whether a plugin may lead on from the addresses of files that are not there. */
export function mayRedirect({ root }: Settings): boolean {
  return pluginsOf(root)?.some(({ name }) => /redirect/i.test(name)) ?? true;
}

export interface Plugin {
  /** Empty if it is not known. */
  name: string;
  options: ScriptValue;
}

/** Null if the plugins are computed. */
export function pluginsOf(root: ScriptValue): Plugin[] | null {
  const plugins = member(root, "plugins");
  if (plugins === undefined) return [];
  if (plugins === computed) return null;
  if (plugins.kind === "list") return plugins.items.map(readPlugin);
  if (plugins.kind !== "object") return [];
  return [...plugins.members].map(([name, options]) => ({ name, options }));
}

/** Plugins that add nothing but scripts, search and looks to the pages that are there. */
const harmless =
  /(?:search|back-?to-?top|medium-?zoom|zooming|nprogress|last-?updated|active-header|google|analytics|pwa|copy-?code|code-?copy|prism|shiki|container|mermaid|flowchart|math|katex|sitemap|seo|register-?components|clean-urls|git|tabs?|palette|theme-?data|clipboard|toc|smooth-?scroll|reading|baidu|umami|plausible|img-?lazy|lazy|photo-?swipe|disqus|comment|gitalk|vssue|markdown-(?:hint|math|image|tab|stylize|ext|chart|preview))/i;

/** A call, a name, or a list of a name and options. */
function readPlugin(plugin: ScriptValue): Plugin {
  if (plugin.kind === "list") {
    const [first = unknown, options = none] = plugin.items;
    return first.kind === "call" ? readPlugin(first) : { name: readPlugin(first).name, options };
  }
  if (plugin.kind === "call") return { name: plugin.name, options: plugin.inputs[0] ?? none };
  const isName = plugin.kind === "value" && typeof plugin.value === "string";
  return { name: isName ? String(plugin.value) : "", options: none };
}
