import { posix } from "node:path";
import type { PageFacts } from "../../model/page-facts.ts";
import type { SiteContext } from "../../model/site.ts";
import type { HugoModel } from "./model.ts";
import { placePage } from "./place-page.ts";
import { findWrittenIds, matchesPattern, writesNoIds } from "./template-ids.ts";

/** What the site's own layouts, and those of its themes, add to the ids of its pages. */
export interface Templates {
  readFrom: string[];
  /** Of a shortcode behind its `<` or `%`. */
  bringsNoIds(name: string): boolean;
  /** Whether a layout may write this id on any page. */
  writesId(id: string): boolean;
  /** Whether a layout may write any id on this page. */
  mayWriteAny(path: string, facts: PageFacts): boolean;
}

const filesMax = 1000;
const bytesMax = 200_000;
const everywhere = "*";
/** Folders of layouts that hold for pages of all sections. */
const general = /^(?:_default|partials|_partials|_markup)$/;
/** Hugo's own shortcodes that write no ids, besides those that only name an address. */
const ownWithoutIds = /^(?:gist|instagram|qr|tweet|vimeo|x|youtube)$/;

interface Found {
  shortcodes: Map<string, string[]>;
  /** Null: there are several. */
  partials: Map<string, string | null>;
  plain: Set<string>;
  patterns: string[][];
  /** Sections whose layouts write computed ids, or `everywhere`. */
  open: Set<string>;
}

export async function readTemplates({ files, read }: SiteContext, model: HugoModel): Promise<Templates> {
  const start = posix.join(model.root, "layouts/");
  const themes = posix.join(model.root, "themes/");
  const found: Found = {
    ...{ shortcodes: new Map(), partials: new Map(), plain: new Set(), patterns: [], open: new Set() },
  };
  const own = new Set<string>();
  const readFrom: string[] = [];
  const paths = [...files].filter((path) => /\.html$/.test(path) && /(?:^|\/)layouts\//.test(path));
  for (const path of paths.slice(0, filesMax)) {
    const isOwn = path.startsWith(start);
    const inTheme = path.startsWith(themes) ? path.slice(path.indexOf("/", themes.length) + 1) : "";
    if (!isOwn && !inTheme.startsWith("layouts/")) continue;
    if (model.unusedThemes.some((folder) => path.startsWith(folder))) continue;
    const below = isOwn ? path.slice(start.length) : inTheme.slice("layouts/".length);
    readFrom.push(path);
    const bytes = await read(path);
    const text = bytes.length > bytesMax ? null : bytes.toString("utf8");
    addTemplate(found, below, text);
    if (isOwn) own.add(shortcodeOf(below) ?? "");
  }
  return {
    readFrom,
    bringsNoIds: (name) => isWithoutIds(found, name, model.hasForeignFiles ? own : null),
    writesId: (id) => found.plain.has(id) || found.patterns.some((pattern) => matchesPattern(id, pattern)),
    mayWriteAny: (path, facts) => {
      const section = placePage(model, path, files)?.path.split("/")[1] ?? "";
      const { type, layout, cascade } = facts.fields;
      if (found.open.has(section) || (typeof type === "string" && found.open.has(type))) return true;
      const isOwnLayout = [type, layout, cascade].some((one) => one !== undefined);
      return found.open.has(everywhere) && (isOwnLayout || facts.headings.length === 0);
    },
  };
}

function shortcodeOf(below: string): string | null {
  return /^_?shortcodes\/([^.]+)/.exec(below)?.[1] ?? null;
}

function addTemplate(found: Found, below: string, text: string | null): void {
  const shortcode = shortcodeOf(below);
  if (shortcode !== null) {
    // A variant for a language or a format counts as well.
    found.shortcodes.set(shortcode, [...(found.shortcodes.get(shortcode) ?? []), text ?? "id="]);
    return;
  }
  const partial = /^_?partials\/(.+)\.html$/.exec(below)?.[1];
  if (partial !== undefined) found.partials.set(partial, found.partials.has(partial) ? null : text);
  // Those of headings are examined by themselves.
  if (/(?:^|\/)_markup\/render-heading/.test(below)) return;
  const { plain, patterns, isOpen } = findWrittenIds(text ?? "");
  for (const id of plain) found.plain.add(id);
  found.patterns.push(...patterns);
  const folder = below.includes("/") ? below.split("/")[0]! : "_default";
  if (isOpen) found.open.add(general.test(folder) ? everywhere : folder);
}

/** `own`: those that take precedence over others that are not read; null if all are read. */
function isWithoutIds(
  { shortcodes, partials }: Found,
  marked: string,
  own: ReadonlySet<string> | null,
): boolean {
  const name = marked.slice(1);
  const isKnown = own === null || own.has(name);
  const texts = shortcodes.get(name);
  if (texts === undefined) return own === null && ownWithoutIds.test(name);
  return (
    isKnown && texts.every((text) => writesNoIds(text, { isMarkdown: marked.startsWith("%"), partials }))
  );
}
