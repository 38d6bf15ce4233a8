import { posix } from "node:path";
import type { SiteContext } from "../../model/site.ts";
import { allKnown, type GeneratorConfiguration } from "../generator.ts";
import { readSummary, type Summary } from "../shared/read-summary.ts";
import { hasTemplateHeadings, honkitHeadingIds } from "./heading-ids.ts";
import { type BookPlaces, readBook } from "./read-book.ts";
import { type Book, gitbookRouting } from "./routes.ts";

const noBook: BookPlaces = {
  root: "",
  books: [],
  hasLanguages: false,
  readme: "README.md",
  summary: "SUMMARY.md",
  glossary: "GLOSSARY.md",
  redirects: new Map(),
};

/** `path` is `.gitbook.yaml`, HonKit's `book.json` or `book.js`, or the summary of a book of GitBook. */
export async function readGitbookConfiguration(
  context: SiteContext,
  path: string,
): Promise<GeneratorConfiguration> {
  const isService = /\.(?:ya?ml|md)$/.test(path);
  const read = await readBook(context, path);
  const places = read ?? noBook;
  const { root, hasLanguages } = places;
  const summaryPath = posix.join(root, places.summary);
  const { books, summary, readFrom } = await readBooks(context, places, isService);
  const pages = new Set(books.flatMap((book) => [...book.pages]));
  const why =
    read === null
      ? `${posix.basename(path)} cannot be read`
      : readFrom.length === 0
        ? "there is no summary"
        : null;
  const isChecked = (one: string): boolean =>
    (root === "" || one.startsWith(`${root}/`)) &&
    one !== summaryPath &&
    !/(?:^|\/)(?:\.(?!gitbook\/includes\/)[^/]+|node_modules|_book)\//.test(one);
  return {
    navigationFile: summary === null ? null : summaryPath,
    docsRoot: root,
    readFrom: [path, summaryPath, ...readFrom],
    entries: summary?.entries ?? [],
    unknown: {
      ...allKnown,
      routing: why,
      "heading-ids": isService ? "GitBook makes ids in its own way" : null,
      navigation: why ?? (hasLanguages ? "each language has a summary of its own" : null),
    },
    routing: {
      ...gitbookRouting({
        ...{ root, books, pages, redirects: places.redirects, isService },
        descriptions: new Set([path, posix.join(root, "LANGS.md"), ...readFrom]),
      }),
      // HonKit reads templates before it reads Markdown, and so in code as well.
      includes: {
        kinds: isService ? ["template-include"] : ["template-include", "quoted-template-include"],
        ...{ folders: null, root },
      },
      // GitBook itself reads links of a part where it stands.
      countsFromHolder: !isService,
    },
    headingIds: honkitHeadingIds,
    hasOtherIds: hasTemplateHeadings,
    importRoots: {},
    redirects: [],
    redirectHome: null,
    basePaths: [],
    staticRoots: [root],
    generatedRoutes: [],
    slugStyles: ["github"],
    linkStyle: "file",
    isChecked,
    hasRoute: (one) => pages.has(one),
    mayBeUnlisted: (one) => !pages.has(one) && /\/(?:includes?|\.gitbook)\//.test(`/${one}`),
    findings: [],
  };
}

interface Books {
  books: Book[];
  /** Summary of a book in one language. */
  summary: Summary | null;
  /** Existing summaries. */
  readFrom: string[];
}

async function readBooks(context: SiteContext, places: BookPlaces, isService: boolean): Promise<Books> {
  const found: Books = { books: [], summary: null, readFrom: [] };
  for (const root of places.books) {
    const at = (name: string): string => posix.join(root, name);
    const summary = context.files.has(at(places.summary))
      ? await readSummary(context, at(places.summary))
      : null;
    if (summary !== null) found.readFrom.push(at(places.summary));
    if (!places.hasLanguages) found.summary = summary;
    const glossary = !isService && context.files.has(at(places.glossary)) ? [at(places.glossary)] : [];
    const readme = at(places.readme);
    found.books.push({ root, readme, pages: new Set([readme, ...glossary, ...(summary?.pages ?? [])]) });
  }
  return found;
}
