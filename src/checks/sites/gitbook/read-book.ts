import { posix } from "node:path";
import type { SiteContext } from "../../model/site.ts";
import { readScript } from "../script/read-script.ts";
import { computed, member, textMember } from "../script/script-values.ts";
import { isSettings, readSettings, settingAt, textAt } from "../shared/read-settings.ts";
import { readSummary } from "../shared/read-summary.ts";

/** Paths of a book by its configuration, relative to the repository. */
export interface BookPlaces {
  root: string;
  /** Folders of the books: one, or one per language. */
  books: string[];
  hasLanguages: boolean;
  /** Below a book's folder. */
  readme: string;
  summary: string;
  glossary: string;
  /** Old address → file below the root. */
  redirects: ReadonlyMap<string, string>;
}

interface Said {
  root: string | null;
  structure(key: string): string | null;
  redirects: unknown;
}

/** What holds for a book without a configuration. */
const unsaid: Said = { root: null, structure: () => null, redirects: null };

/** Null if it cannot be read, or if the book's place is computed. */
export async function readBook(context: SiteContext, path: string): Promise<BookPlaces | null> {
  const said = path.endsWith(".md")
    ? unsaid
    : path.endsWith(".js")
      ? await readBookScript(context, path)
      : await readBookSettings(context, path);
  if (said === null) return null;
  const folder = posix.join(posix.dirname(path), said.root ?? "");
  const root = folder.replace(/^\.$|^\.\/|\/$/g, "");
  const list = posix.join(root, "LANGS.md");
  const languages = context.files.has(list) ? [...(await readSummary(context, list)).pages] : [];
  const folders = languages.map((one) => one.replace(/(?:^|\/)[^/]+\.md$|\/$/i, ""));
  // A language's book does not inherit where its own files are.
  const named = (key: string): string | null => (folders.length > 0 ? null : said.structure(key));
  return {
    root,
    books: folders.length > 0 ? folders : [root],
    hasLanguages: folders.length > 0,
    readme: named("readme") ?? "README.md",
    summary: named("summary") ?? "SUMMARY.md",
    glossary: named("glossary") ?? "GLOSSARY.md",
    redirects: new Map(
      Object.entries(isSettings(said.redirects) ? said.redirects : {}).map(([from, to]) => [
        from,
        String(to),
      ]),
    ),
  };
}

async function readBookSettings(context: SiteContext, path: string): Promise<Said | null> {
  const settings = await readSettings(context, path);
  if (settings === null) return null;
  return {
    root: textAt(settings, "root"),
    structure: (key) => textAt(settings, "structure", key),
    redirects: settingAt(settings, "redirects"),
  };
}

async function readBookScript(context: SiteContext, path: string): Promise<Said | null> {
  const { value } = await readScript(context, path);
  if (value.kind !== "object") return null;
  const root = textMember(value, "root");
  const structure = member(value, "structure");
  if (root === computed || structure === computed) return null;
  const names = ["readme", "summary", "glossary"].map((key) => [key, textMember(structure, key)] as const);
  if (names.some(([, name]) => name === computed)) return null;
  const told = new Map(names);
  return {
    root: root ?? null,
    structure: (key) => (told.get(key) as string | undefined) ?? null,
    redirects: null,
  };
}
