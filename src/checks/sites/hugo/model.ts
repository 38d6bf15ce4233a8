import { posix } from "node:path";

/** What Hugo's configuration says of addresses. Paths are those of the repository. */
export interface HugoModel {
  root: string;
  /** Where pages come from; the longest source of a file counts. */
  content: ContentMount[];
  statics: StaticMount[];
  basePath: string;
  languages: string[];
  defaultLanguage: string;
  isDefaultInSubdir: boolean;
  uglyUrls: boolean | readonly string[];
  /** Patterns by the kind of page and its section. */
  permalinks: { page: Readonly<Record<string, string>>; section: Readonly<Record<string, string>> };
  /** Folders of the addresses that taxonomies make; empty where they are switched off. */
  taxonomies: string[];
  /** What makes Markdown's links: nobody, Hugo's own hook, or one that is not read. */
  linkHook: "none" | "embedded" | "unknown";
  keepsCase: boolean;
  hasAliases: boolean;
  /** A theme or module that is not in the repository can add pages and files. */
  hasForeignFiles: boolean;
  headingIds: "github" | "github-ascii" | "blackfriday";
}

export interface ContentMount {
  source: string;
  /** Below the content folder, "" for itself. */
  target: string;
  language: string | null;
}

export interface StaticMount {
  source: string;
  /** Of the addresses, "" for the root. */
  target: string;
}

/** The folder that a configuration file's paths count from, "" for the repository's. */
export function rootOfHugo(path: string): string {
  const folder = posix.dirname(path).replace(/(?:^|\/)config\/_default$/, "");
  return folder === "." ? "" : folder;
}
