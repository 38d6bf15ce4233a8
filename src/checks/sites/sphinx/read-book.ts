import { posix } from "node:path";
import { isMap, isScalar, isSeq, parse, parseDocument, type Scalar } from "yaml";
import type { NavigationEntry } from "../../model/navigation-entry.ts";
import type { SiteContext } from "../../model/site.ts";
import { createPlacer } from "../../pages/place-at.ts";

/** Configuration of Jupyter Book before version 2, which generates a `conf.py` from it. */
export const bookFile = /(?:^|\/)_config\.yml$/;
export const contentsName = "_toc.yml";

const always = ["_build", "Thumbs.db", ".DS_Store", "**.ipynb_checkpoints"];
const extensions = [
  ...["myst_nb", "sphinx_togglebutton", "sphinx_copybutton", "sphinx_thebe", "sphinx.ext.intersphinx"],
  ...["sphinx_design", "sphinx_external_toc"],
];
const depthMax = 30;

type Data = Record<string, unknown>;

/** Returns the settings that Jupyter Book passes to Sphinx, as Python literals; "" for an invalid file. */
export function bookAsPython(text: string): string {
  let book: Data;
  try {
    book = asData(parse(text, { logLevel: "silent" }));
  } catch {
    return "";
  }
  const sphinx = asData(book.sphinx);
  const added = [...listOf(sphinx.extra_extensions), ...Object.keys(asData(sphinx.local_extensions))];
  const settings: Data = {
    exclude_patterns: [...always, ...listOf(book.exclude_patterns)],
    extensions: [...extensions, ...added],
    ...(book.only_build_toc_files === true && { include_patterns: [] }),
    ...asData(sphinx.config),
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name} = ${asPython(value)}\n`)
    .join("");
}

function asData(value: unknown): Data {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Data) : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : typeof value === "string" ? [value] : [];
}

/** A value without a simple literal is written as a call, so that it counts as computed. */
function asPython(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return /["\\\n]/.test(value) ? "computed()" : `"${value}"`;
  if (Array.isArray(value)) return `[${value.map(asPython).join(", ")}]`;
  const members = Object.entries(asData(value)).map(([key, one]) => `${asPython(key)}: ${asPython(one)}`);
  return `{${members.join(", ")}}`;
}

/** Returns the pages that the table of contents of a book names, besides notebooks and the like. */
export async function readContents(context: SiteContext, root: string): Promise<NavigationEntry[]> {
  const path = `${root}${contentsName}`;
  if (!context.files.has(path)) return [];
  const text = (await context.read(path)).toString("utf8");
  const { contents, errors } = parseDocument(text, { logLevel: "silent" });
  if (errors.length > 0) return [];
  const place = createPlacer(path, text);
  const others = new Set(
    [...context.files]
      .filter((one) => one.startsWith(root) && !one.endsWith(".md"))
      .map((one) => one.slice(root.length, one.length - posix.extname(one).length)),
  );
  return filesIn(contents, 0).flatMap((node) => {
    const target = String(node.value);
    if (others.has(target) || /[*?{}:]/.test(target)) return [];
    const [start, end] = node.range!;
    const quoted = /["']/.test(text[start]!) ? 1 : 0;
    return [{ target, place: place(start + quoted, end - quoted) }];
  });
}

function filesIn(node: unknown, depth: number): Scalar[] {
  if (depth > depthMax) return [];
  if (isSeq(node)) return node.items.flatMap((item) => filesIn(item, depth + 1));
  if (!isMap(node)) return [];
  return node.items.flatMap(({ key, value }) => {
    const isFile = isScalar(key) && (key.value === "file" || key.value === "root");
    if (isFile && isScalar(value) && typeof value.value === "string") return [value];
    return filesIn(value, depth + 1);
  });
}
