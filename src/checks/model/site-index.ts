import type { Redirect, WildcardRedirect } from "./redirect-table.ts";
import type { Resolution } from "./resolution.ts";

/** Lookup tables, rebuilt after every change. All paths are repository paths. */
export interface SiteIndex {
  /** Page paths without extension (`a/b`; `a` for `a/index`) → page. */
  routes: Map<string, string>;
  lowerRoutes: Map<string, string[]>;
  /** Addresses of `Routing` in the form of `addressKey` → page. */
  addresses: Map<string, string>;
  /** Whole addresses that share that form with another page's (`/a/` beside `/a`) → page. */
  twins: Map<string, string>;
  pagesByName: Map<string, string[]>;
  /** Last name of a route in lower case → routes. */
  routesByName: Map<string, string[]>;
  lowerFiles: Map<string, string[]>;
  filesByName: Map<string, string[]>;
  folders: Set<string>;
  anchors: Map<string, Set<string>>;
  /** Included file → pages that include it, as it was when the index was built. */
  importers: ReadonlyMap<string, readonly string[]>;
  /** Pages that were read again since then. */
  readAgain: Set<string>;
  /** Exact sources by normal route; then those with wildcards, in order. */
  redirects: {
    exact: Map<string, string>;
    wildcards: WildcardRedirect[];
    /** First one that is not followed because those with wildcards are too long together, if any. */
    unread: Redirect | null;
  };
  /** Pages and files of one name by language and version; filled on demand. */
  partitions: WeakMap<readonly string[], Map<string, string[]>>;
  /** Where redirects lead from a route; filled on demand. */
  followed: Map<string, string | null>;
  /** Resolution of each link of a page, in order; filled on demand. */
  resolutions: Map<string, Resolution[]>;
}
