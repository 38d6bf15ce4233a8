import type { SiteContext } from "../../model/site.ts";

const filesMax = 50;
const bytesMax = 100_000;

/** What a plugin adds pages or files with, or changes addresses, links or Jekyll itself with. */
const changing = [
  /\b(?:Hooks|Converters?|Kramdown|Redcarpet|CommonMarker|StaticFile|PageWithoutAFile)\b/,
  /\b(?:Page|Document|Collection|Site|Layout)\.new\b/,
  /\bFile\.(?:write|open|new|symlink|link|rename|delete|binwrite)\b|\b(?:FileUtils|IO|Open3|Pathname|Tempfile)\b|\bDir\.mk/,
  /\b(?:system|exec|spawn|popen|fork|eval|class_eval|module_eval|instance_eval|class_exec)\b|`|%x/,
  /\b(?:prepend|refine|instance_variable_set|define_method|remove_method|const_set|__send__|send)\b/,
  /\b(?:pages|posts|docs|documents|static_files|collections|layouts)\b[ \t]*[|+-]?=[^=~>]/,
  /\b(?:permalink|redirect\w*|destination|dest|in_dest_dir|url=|def url|def write)\b|@url\b|\.(?:url|content|output|ext|path|relative_path)[ \t]*=[^=~]/,
  /\[["':](?:layout|published|slug|url|content|output)["']?\][ \t]*\|*=[^=~]/,
  // Jekyll's own classes, opened again.
  /^[ \t]*class[ \t]+(?:\w+::)*(?:Convertible|Drops?|EntryFilter|Excerpt|FrontmatterDefaults|Publisher|Reader|Regenerator|Renderer|Theme|URL|Utils|\w*Page|\w*Document|Site|Collection|Layout)\b/m,
  /^[ \t]*module[ \t]+(?:\w+::)*(?:Convertible|Utils|Filters|URLFilters|External|PluginManager)\b/m,
];

/** What a site is made of, and words that change a list or a table in the same line. */
const parts = /\b(?:pages|posts|docs|documents|static_files|collections|layouts|config)\b/;
const mutators =
  /<<|\.(?:push|append|concat|unshift|insert|add|delete|clear|replace|update|store)\b|\w!|\.deep_merge/;

/** Settings that decide about addresses and Markdown. */
const decisive =
  /^(?:permalink|baseurl|url|source|destination|collections\w*|defaults|include|exclude|keep_files|plugins\w*|gems|markdown\w*|kramdown|relative_links|optional_front_matter|readme_index|timezone|safe|future|unpublished|limit_posts|paginate\w*)$/;

/** Whether code of the site's own, in `_plugins`, may add pages or change addresses: nothing is run. */
export async function haveOwnPluginsPages(
  { files, read }: SiteContext,
  { paths, isElsewhere }: { paths: readonly string[]; isElsewhere: boolean },
): Promise<boolean> {
  const scripts = paths.filter((path) => path.endsWith(".rb") && files.has(path));
  if (isElsewhere || scripts.length > filesMax) return true;
  for (const path of scripts) {
    const bytes = await read(path);
    if (bytes.length > bytesMax || mayChangeAddresses(bytes.toString("utf8"))) return true;
  }
  return false;
}

/** Whether a script does more than define tags and filters of Liquid, and set what templates show. */
export function mayChangeAddresses(script: string): boolean {
  const code = script.replace(/^[ \t]*#.*$/gm, "").replace(/\bfind_converter_instance\b[^\n]*/g, "");
  if (changing.some((one) => one.test(code))) return true;
  if ([...code.matchAll(/\brequire(_relative)?\b[ \t(]*([^\n]*)/g)].some(isPluginOfOthers)) return true;
  if (code.split("\n").some((line) => parts.test(line) && mutators.test(line))) return true;
  return code.split("config[").slice(1).some(setsDecisive);
}

/** `rest` stands behind `config[`. */
function setsDecisive(rest: string): boolean {
  const found = /^([^\]\n]*)\](?:\[[^\]\n]*\])*[ \t]*(?:\|\||&&|\+)?=(?![=~>])/.exec(rest);
  if (found === null) return false;
  return decisive.test(/^["':]([\w-]+)["']?$/.exec(found[1]!.trim())?.[1] ?? "source");
}

/** Files beside it are read on their own. */
function isPluginOfOthers([, relative, what = ""]: RegExpExecArray): boolean {
  if (relative !== undefined) return /\.\.\//.test(what) || !/^["'][\w./-]+["']\)?[ \t]*$/.test(what);
  const name = /^["']([\w./-]+)["']\)?[ \t]*$/.exec(what.trim())?.[1];
  return name === undefined || (name.includes("jekyll") && name !== "jekyll");
}
