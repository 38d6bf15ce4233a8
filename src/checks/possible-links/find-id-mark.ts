import type { Site } from "../model/site.ts";

/** Returns the mark to write after a heading so that it has this id. */
type IdMark = (id: string) => string;

const pagesMax = 20;
const usesMin = 3;

const marks: { pattern: RegExp; mark: IdMark }[] = [
  { pattern: /\{#[\w-]+\}$/, mark: (id) => ` {#${id}}` },
  { pattern: /\{\/\*[\w-]+\*\/\}$/, mark: (id) => ` {/*${id}*/}` },
  { pattern: /\{\/\* ?#[\w-]+ ?\*\/\}$/, mark: (id) => ` {/* #${id} */}` },
];
/** Files of generators that read `{#id}` after a heading. */
const braceFile =
  /^(?:.*\/)?(?:hugo\.(?:toml|ya?ml|json)|docusaurus\.config\.[cm]?[jt]s|\.vitepress\/config\.[cm]?[jt]s)$/;

/** The extension of Python-Markdown that reads it, in a list or a table. */
const extension = /\b(?:attr_list|(?:pymdownx|markdown\.extensions)\.extra)\b|^\s{0,20}- ["']?extra\b/m;

/**
 * Returns the way in which the site's generator lets a heading keep its id, as shown by its files or its own
 * pages; null if they do not show it.
 */
export async function findIdMark(site: Site): Promise<IdMark | null> {
  const withIds = [...site.pages].filter(([, { headings }]) =>
    headings.some(({ explicitId }) => explicitId !== null),
  );
  const counts = new Map<IdMark, number>();
  for (const [path, { headings }] of withIds.slice(0, pagesMax)) {
    const text = (await site.read(path)).toString("utf8").split("\n");
    for (const { line, explicitId } of headings) {
      const heading = explicitId === null ? "" : (text[line - 1] ?? "").trimEnd();
      const used = marks.find(({ pattern }) => pattern.test(heading.slice(-200)));
      if (used !== undefined) counts.set(used.mark, (counts.get(used.mark) ?? 0) + 1);
    }
  }
  const [best] = [...counts].sort((a, b) => b[1] - a[1]);
  if (best !== undefined && best[1] >= usesMin) return isRead(site, best[0]) ? best[0] : null;
  const brace = marks[0]!.mark;
  return (await readsBraces(site)) && isRead(site, brace) ? brace : null;
}

/** Whether the generator, or what the site adds to it, reads `{#id}`. */
async function readsBraces({ configuration, files, read }: Site): Promise<boolean> {
  const { generator, headingIds, readFrom } = configuration;
  if (headingIds !== null && /^(?:jekyll|mdbook|hugo)$/.test(generator)) return true;
  if (generator === "mkdocs") {
    const texts = await Promise.all(readFrom.map((path) => read(path).catch(() => "")));
    return texts.some((text) => extension.test(String(text)));
  }
  return [...files].some((path) => braceFile.test(path));
}

/** Another generator's file or pages may be in the repository as well: the ids of the site's own decide. */
function isRead({ configuration, pages }: Site, mark: IdMark): boolean {
  const own = [...pages].find(([path]) => path.startsWith(configuration.docsRoot));
  if (configuration.headingIds === null || own === undefined) return true;
  const [id, text] = ["own-id", "Word"];
  const heading = { level: 2, text, slug: id, explicitId: id, source: text + mark(id), start: 0, line: 1 };
  return configuration.headingIds([heading], ...own).includes(id);
}
