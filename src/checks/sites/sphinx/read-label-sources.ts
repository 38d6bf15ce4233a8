import { posix } from "node:path";
import type { SiteContext } from "../../model/site.ts";
import { type PythonValue, readPythonName, textsOf } from "./read-python.ts";

/** Labels from files that are no pages. */
export interface LabelSources {
  /** In lower case. */
  labels: ReadonlySet<string>;
  /** Why there may be more, after "because"; null if these and the pages' own are all. */
  unknown: string | null;
}

/** Extensions that add no label of their own making; those of autodoc come with its docstrings. */
const plain =
  /^(?:myst_(?:parser|nb)|canonical_sphinx|canonical\.[\w-]+|sphinx\.ext\.(?:autodoc(?:\.typehints)?|napoleon|autosummary|viewcode|linkcode|todo|mathjax|imgmath|ifconfig|graphviz|inheritance_diagram|coverage|doctest|githubpages|extlinks|duration|imgconverter|intersphinx)|sphinx_(?:design|copybutton|inline_tabs|tabs|togglebutton|issues|sitemap|favicon|thebe|remove_toctrees|autodoc_typehints|last_updated_by_git|llms_txt|tippy|rtd_theme|terminal|external_toc|contributor_listing|filtered_toctree|related_links|roles|ubuntu_images|youtube_links)|sphinxext\.(?:opengraph|rediraffe)|sphinxcontrib\.(?:mermaid|plantuml|spelling|youtube|video|images|cairosvgconverter|jquery)|sphinxcontrib_trio|notfound\.extension|sphinx_reredirects|matplotlib\.sphinxext\.plot_directive)$/;
/** What `setup` of `conf.py` may call without making labels. */
const assets = /^(?:add_(?:css|js)_file|add_stylesheet|add_javascript|add_html_theme|add_config_value)$/;
const filesMax = 3_000;
/** Of files that a table of contents may name. */
const endings = [".md", ".rst", ".ipynb", ".txt", ".py"];
/** Explicit targets of reStructuredText, MyST and of attributes; `:name:` and `:label:` of directives. */
const targets = [
  /\.\. _(.*)/g,
  /\(([^()\r\n]+)\)=/g,
  /\{[^{}#\n]*#([\w:.-]+)/g,
  /:(?:name|label):[ \t]+(\S+)/g,
  /_`([^`\n]+)`/g,
];

/** Reads texts, notebooks and, where autodoc is used, docstrings; names that programs make are unknown. */
export async function readLabelSources(
  context: SiteContext,
  configuration: string,
  { path, writesFiles }: { path: string; writesFiles: boolean },
): Promise<LabelSources> {
  const none = new Set<string>();
  const extensions = readPythonName(configuration, "extensions");
  const unknown = writesFiles ? "conf.py writes files" : findMaker(configuration, extensions);
  if (unknown !== null) return { labels: none, unknown };
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const hasDocstrings = textsOf(extensions).includes("sphinx.ext.autodoc");
  const isSource = (one: string) =>
    /\.(?:rst|txt|inc|ipynb)$/i.test(one) ||
    (/\.md$/i.test(one) && !one.startsWith(folder)) ||
    (hasDocstrings && /\.(?:py|pyi|pyx)$/.test(one)) ||
    one === path;
  const sources = [...context.files].filter(isSource);
  if (sources.length > filesMax) return { labels: none, unknown: "files that are not read may have labels" };
  const labels = new Set<string>();
  for (const one of sources) {
    const bytes = await context.read(one).catch(() => null);
    if (bytes === null) return { labels: none, unknown: `${one} cannot be read` };
    const text = bytes.toString("utf8");
    for (const label of labelsIn(one.endsWith(".ipynb") ? text.replaceAll("\\n", "\n") : text))
      labels.add(label);
    const entry = one.endsWith(".rst") ? findUnwritten(context.files, one, text) : null;
    if (entry !== null) return { labels: none, unknown: `${one} names ${entry}, which is not there` };
  }
  return { labels, unknown: null };
}

function labelsIn(text: string): string[] {
  return targets.flatMap((target) => [...text.matchAll(target)].map(([, name]) => asLabel(name!)));
}

export function asLabel(name: string): string {
  return name
    .replace(/[\\`]|:[ \t]*$/g, "")
    .trim()
    .toLowerCase()
    .replace(/\s+/g, " ");
}

/** As autosectionlabel compares headings, markup included. */
export function asSectionLabel(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, " ");
}

/** Returns what may make labels that no file shows, after "because"; null if nothing does. */
function findMaker(text: string, extensions: PythonValue | null | undefined): string | null {
  if (extensions === undefined) return "conf.py computes its extensions";
  const names = textsOf(extensions);
  const maker = names.find((name) => !plain.test(name));
  if (maker !== undefined) return `the extension ${maker} may make labels`;
  const mapping = readPythonName(text, "intersphinx_mapping");
  const hasMapping = mapping === undefined || (mapping instanceof Map && mapping.size > 0);
  if (names.includes("sphinx.ext.intersphinx") && hasMapping)
    return "intersphinx_mapping names other projects, which may have the labels";
  const calls = [...text.matchAll(/\bapp\.(\w+)/g)].map(([, name]) => name!);
  return calls.every((name) => assets.test(name)) && !/^def setup\((?!app\b)/m.test(text)
    ? null
    : "conf.py changes how pages are read";
}

/** Returns an entry of a table of contents whose file only the build writes; null if there is none. */
function findUnwritten(files: ReadonlySet<string>, path: string, text: string): string | null {
  let depth = -1;
  for (const line of text.split("\n")) {
    const inset = line.length - line.trimStart().length;
    if (line.trimStart().startsWith(".. toctree::")) depth = inset;
    else if (line.trim() !== "" && inset <= depth) depth = -1;
    else if (depth >= 0) {
      const name = (/<([^<>]+)>\s*$/.exec(line)?.[1] ?? line).trim();
      if (name === "" || /^:|^self$|^[A-Za-z]+:|^\/|[*?]/.test(name)) continue;
      const at = posix.join(posix.dirname(path), name);
      if (!["", ...endings].some((one) => files.has(at + one))) return name;
    }
  }
  return null;
}
