import { readdir, readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { addressOf, outsidePages } from "./page-address.ts";
import { readSummary, type SitePart } from "./read-summary.ts";
import { type RenderedDoc, renderDoc } from "./render-doc.ts";

export interface DocsSite {
  /** Returns a page by its address below `/docs`, with its navigation; null if there is none. */
  page(address: string): Promise<{ doc: RenderedDoc; parts: SitePart[]; address: string } | null>;
  /** Returns the sections that the search in the browser covers. */
  sections(): Promise<DocsSection[]>;
}

export interface DocsSection {
  id: number;
  url: string;
  page: string;
  heading: string;
  text: string;
}

const repository = join(import.meta.dirname, "../..");

/**
 * Serves the pages of `docs/SUMMARY.md`, each rendered on its first request. `root` is the address of
 * `/docs`.
 */
export function createDocsSite(root: string, folder = repository): DocsSite {
  const rendered = new Map<string, Promise<RenderedDoc>>();
  let read: Promise<{ parts: SitePart[]; files: Map<string, string> }> | null = null;
  let listed: Promise<DocsSection[]> | null = null;
  const open = () => {
    read ??= readParts(folder);
    return read;
  };
  const render = (file: string) => {
    const known = rendered.get(file);
    if (known !== undefined) return known;
    const made = readFile(join(folder, file), "utf8").then((text) => renderDoc(file, text, root));
    rendered.set(file, made);
    return made;
  };
  return {
    async page(address) {
      const { parts, files } = await open();
      const file = files.get(address);
      return file === undefined ? null : { doc: await render(file), parts, address };
    },
    sections() {
      listed ??= open().then(({ files }) => listSections(files, render, root));
      return listed;
    },
  };
}

async function readParts(folder: string) {
  const parts = readSummary(await readFile(join(folder, "docs/SUMMARY.md"), "utf8"));
  const unlisted = await listUnlisted(folder, parts);
  if (unlisted.length > 0) parts.push({ title: "More", pages: unlisted });
  const names = parts.flatMap(({ pages }) => pages.map(({ file }) => `docs/${file}`));
  const all = ["docs/README.md", ...names, ...Object.keys(outsidePages)];
  return { parts, files: new Map(all.map((file) => [addressOf(file)!, file])) };
}

/** Includes pages that the summary does not name yet. */
async function listUnlisted(folder: string, parts: readonly SitePart[]): Promise<SitePart["pages"]> {
  const known = new Set([
    "README.md",
    "SUMMARY.md",
    ...parts.flatMap(({ pages }) => pages.map(({ file }) => file)),
  ]);
  const names = await readdir(join(folder, "docs"), { recursive: true });
  const files = names.map((name) => name.replaceAll(sep, "/")).filter((name) => name.endsWith(".md"));
  return await Promise.all(
    files
      .filter((file) => !known.has(file))
      .sort()
      .map(async (file) => {
        const text = await readFile(join(folder, "docs", file), "utf8");
        return { file, depth: 0, title: /^# (.+)$/m.exec(text)?.[1] ?? file };
      }),
  );
}

async function listSections(
  files: ReadonlyMap<string, string>,
  render: (file: string) => Promise<RenderedDoc>,
  root: string,
): Promise<DocsSection[]> {
  const sections: DocsSection[] = [];
  for (const [address, file] of files) {
    const doc = await render(file);
    for (const { id, heading, text } of doc.sections) {
      const url = `${root}${address === "" ? "" : `/${address}`}${id === "" ? "" : `#${id}`}`;
      sections.push({ id: sections.length, url, page: doc.title, heading, text });
    }
  }
  return sections;
}
