import { posix } from "node:path";
import type { Routing } from "../../site.ts";
import { routeFileLinks } from "../shared/file-links.ts";

export interface GitbookSite {
  root: string;
  /** Files that the summary names, and the first page. */
  pages: ReadonlySet<string>;
  readme: string;
  /** Old addresses → files below the root. */
  redirects: ReadonlyMap<string, string>;
  /** GitBook's own service, of which less is known than of HonKit. */
  isService: boolean;
}

/** Every link to a file is looked up, in HTML as well; `/` counts from the root of the book. */
export function gitbookRouting(site: GitbookSite): Routing {
  const { root, pages, isService } = site;
  const below = (path: string): string => `/${posix.relative(root, path)}`;
  return routeFileLinks({
    docsRoot: root,
    basePath: "",
    addressesOf: ({ path }) => {
      if (!pages.has(path)) return [];
      const olds = [...site.redirects]
        .filter(([, to]) => posix.join(root, to) === path)
        .map(([from]) => posix.join("/", from));
      return [addressOf(site, path, below(path)), ...olds];
    },
    fileOf: (from, { path }) =>
      path.startsWith("/")
        ? posix.join(root, path).replace(/^\//, "")
        : posix.join(posix.dirname(from), path),
    isPublished: (path) => !pages.has(path) && !(isService && /\.md$/i.test(path)),
    isGenerated: (address) => !isService && /^\/(?:gitbook\/|search_index\.json)/.test(address),
    // The service finds pages by further names.
    isOpen: (_, address) => isService && !/\.(?:md|png|jpe?g|gif|svg|webp)$/i.test(address),
  });
}

function addressOf({ readme, isService }: GitbookSite, path: string, address: string): string {
  if (path === readme) return "/";
  if (/(?:^|\/)README\.md$/i.test(address)) return address.replace(/README\.md$/i, "");
  return address.replace(/\.md$/i, isService ? "" : ".html");
}
