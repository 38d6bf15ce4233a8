import { posix } from "node:path";
import type { Routing } from "../../model/site.ts";
import { routeFileLinks } from "../shared/file-links.ts";

/** What HonKit reads as Markdown. */
const pageExtension = /\.(?:md|markdown|mdown)$/i;

export interface Book {
  root: string;
  readme: string;
  /** Files that its summary names, and its first page. */
  pages: ReadonlySet<string>;
}

interface GitbookSite {
  root: string;
  /** One per language. */
  books: readonly Book[];
  /** Pages of all books. */
  pages: ReadonlySet<string>;
  /** Old address → file below the root. */
  redirects: ReadonlyMap<string, string>;
  /** Files that say what a book is, and are no part of it: summaries, languages, the configuration. */
  descriptions: ReadonlySet<string>;
  /** True for GitBook's own service, about which less is known than about HonKit. */
  isService: boolean;
}

/** Looks up every link to a file of its book, in HTML as well; `/` is the root of the book. */
export function gitbookRouting(site: GitbookSite): Routing {
  const { root, books, pages, isService } = site;
  const below = (path: string): string => `/${posix.relative(root, path)}`;
  const bookOf = (path: string): Book | undefined =>
    books.find((book) => book.root === "" || path.startsWith(`${book.root}/`));
  const routing = routeFileLinks({
    docsRoot: root,
    readsParentheses: false,
    basePath: "",
    addressesOf: ({ path }) => {
      if (!pages.has(path)) return [];
      const olds = [...site.redirects]
        .filter(([, to]) => posix.join(root, to) === path)
        .map(([from]) => posix.join("/", from));
      return [addressOf(site, path, below(path)), ...olds];
    },
    addressOnceListed: (path) => addressOf(site, path, below(path)),
    fileOf: (from, { path }) => {
      const book = bookOf(from);
      const file = path.startsWith("/")
        ? posix.join(book?.root ?? root, path).replace(/^\//, "")
        : posix.join(posix.dirname(from), path);
      return pages.has(file) && bookOf(file) !== book ? null : file;
    },
    rootOf: (from) => below(bookOf(from)?.root ?? root).replace(/\/$/, ""),
    isPublished: (path) =>
      !pages.has(path) && !(isService ? pageExtension.test(path) : site.descriptions.has(path)),
    isGenerated: (address) => !isService && /^\/(?:gitbook\/|search_index\.json)/.test(address),
    // The service finds pages under other names too.
    isOpen: (_, address) => isService && !/\.(?:md|png|jpe?g|gif|svg|webp)$/i.test(address),
  });
  // A book of a language without its first page ends the build.
  const onlyPageOf: Routing["onlyPageOf"] = (page, to) =>
    !isService && books.length > 1 && page !== to && books.some(({ readme }) => readme === page)
      ? page
      : null;
  return { ...routing, onlyPageOf };
}

function addressOf({ root, books, isService }: GitbookSite, path: string, address: string): string {
  const book = books.find(({ readme }) => path === readme);
  if (book !== undefined) return posix.join("/", posix.relative(root, book.root), "/");
  const bare = address.replace(pageExtension, "");
  // HonKit makes `index.html` of both, and of a README only where its name is in capitals.
  const start = isService ? /(?<=^|\/)README$/i : /(?<=^|\/)(?:README|index)$/;
  if (start.test(bare)) return bare.replace(start, "");
  return bare === address || isService ? bare : `${bare}.html`;
}
