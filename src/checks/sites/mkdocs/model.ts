import { posix } from "node:path";
import { isMap, isSeq, type YAMLMap } from "yaml";
import type { IncludeSettings } from "../../model/include-settings.ts";
import { matchIgnore } from "../../model/match-ignore.ts";
import { type MkdocsLanguages, readLanguages } from "./languages.ts";
import { readIncludes } from "./read-includes.ts";
import { at, namedOf, scalarOf, textOf } from "./read-yaml.ts";

const mkdocsExtension = /\.(?:md|markdown|mdown|mkdn?)$/i;
const zensicalExtension = /\.md$/;

/** Settings of `mkdocs.yml` that affect addresses. */
export interface MkdocsModel {
  docsRoot: string;
  basePath: string;
  /** Zensical counts all relative targets from the page's file, also in HTML. */
  isZensical: boolean;
  hasFolders: boolean;
  /** Whether absolute links to files are relative to the docs folder. */
  areAbsoluteFiles: boolean;
  /** Whether the literate-nav plugin finds a menu in the page. */
  /** Whether the file is read as Markdown; others are copied. */
  isMarkdown(path: string): boolean;
  /** Whether a plugin makes links of `[[name]]`. */
  readsWikilinks: boolean;
  isMenuPage(path: string): boolean;
  /** Languages of the i18n plugin; null with one language. */
  languages: MkdocsLanguages | null;
  /** Folder of the theme whose files are published too. */
  themeFolder: string | null;
  /** Blogs, in whose folders a plugin chooses the addresses. */
  blogs: Blog[];
  /** Whether a plugin leaves out a file, given below the docs folder. */
  isLeftOut(path: string): boolean;
  /** Old file of the redirects plugin → target, as written. */
  redirects: ReadonlyMap<string, string>;
  /** Addresses of the files that the rss plugin writes. */
  feeds: ReadonlySet<string>;
  /** Whether pages may list tags, each under an id of its own. */
  hasTags: boolean;
  includes: IncludeSettings;
  /** Whether an unknown plugin may write the pages of entries. */
  hasForeignPlugins: boolean;
  /** Whether an unknown plugin or hook may add pages. */
  hasForeignPages: boolean;
  /** Whether a plugin writes books to download. */
  hasBooks: boolean;
  /** Whether mike publishes versions beside each other, so that a version is part of each address. */
  hasVersions: boolean;
}

/** Plugins that add no page and change no address, besides those that are read. */
const harmless = new Set([
  ...["search", "autorefs", "awesome-pages", "awesome-nav", "git-authors", "git-committers"],
  ...["git-revision-date", "git-revision-date-localized", "glightbox", "group", "info", "literate-nav"],
  ...["macros", "markdownextradata", "meta", "minify", "minify_html", "mkdocstrings", "open-in-new-tab"],
  ...["offline", "optimize", "privacy", "redirects", "section-index", "social", "tags", "typeset"],
  ...[
    "projects",
    "rss",
    "table-reader",
    "kroki",
    "mermaid2",
    "exclude",
    "i18n",
    "blog",
    "callouts",
    "panzoom",
    "same-dir",
  ],
  ...[
    "charts",
    "code-validator",
    "drawio",
    "gh-admonitions",
    "img2fig",
    "include-markdown",
    "lightgallery",
    "mike",
    "swagger-ui-tag",
    "termynal",
  ],
]);

/** It adds pages that its own kind of entry names. */
const joiner = "monorepo";

/** Plugins that add a PDF and nothing else. */
const bookmakers = new Set(["exporter", "pdf-export", "with-pdf"]);

export function mkdocsModel(
  root: YAMLMap,
  { docsRoot, basePath }: { docsRoot: string; basePath: string },
  { path: file, isZensical }: { path: string; isZensical: boolean },
): MkdocsModel {
  const folder = posix.dirname(file);
  const plugins = pluginsOf(root.get("plugins", true));
  const names = [...plugins.keys()];
  const hasForeignPlugins = names.some((one) => !harmless.has(one) && !bookmakers.has(one) && one !== joiner);
  const custom = textOf(at(root, "theme", "custom_dir"));
  const blog = plugins.get("blog");
  const menus = plugins.get("literate-nav");
  const menuPage = plugins.has("literate-nav") ? (textOf(at(menus, "nav_file")) ?? "SUMMARY.md") : null;
  const redirects = at(plugins.get("redirects"), "redirect_maps");
  return {
    ...{ docsRoot, basePath, isZensical },
    hasFolders: scalarOf(root.get("use_directory_urls", true)) !== false,
    areAbsoluteFiles:
      textOf(at(root, "validation", "absolute_links")) === "relative_to_docs" ||
      textOf(at(root, "validation", "links", "absolute_links")) === "relative_to_docs",
    isMarkdown: (path) => (isZensical ? zensicalExtension : mkdocsExtension).test(path),
    readsWikilinks: ["roamlinks", "ezlinks", "obsidian-bridge"].some((name) => plugins.has(name)),
    isMenuPage: (path) => posix.basename(path) === menuPage,
    languages: readLanguages(plugins.get("i18n")),
    themeFolder: custom === null ? null : posix.join(folder, custom),
    blogs: blog === undefined ? [] : [readBlog(blog, docsRoot)],
    isLeftOut: leftOutBy(plugins),
    redirects: new Map(
      isMap(redirects)
        ? redirects.items.flatMap((pair) => {
            const [from, to] = [textOf(pair.key), textOf(pair.value)];
            return from === null || to === null ? [] : [[from, to] as const];
          })
        : [],
    ),
    feeds: feedsOf(plugins.get("rss")),
    hasTags: names.includes("tags"),
    includes: readIncludes(plugins, pluginsOf(root.get("markdown_extensions", true)), { docsRoot, folder }),
    hasForeignPlugins,
    // What could not be read of a configuration that it inherits may add pages as well.
    hasForeignPages: hasForeignPlugins || root.has("INHERIT") || names.includes(joiner),
    hasBooks: names.some((name) => bookmakers.has(name)),
    hasVersions: names.includes("mike") || textOf(at(root, "extra", "version", "provider")) === "mike",
  };
}

interface Blog {
  folder: string;
  /** Null if a pattern says where they are. */
  posts: string | null;
  showsDrafts: boolean;
}

function readBlog(plugin: unknown, docsRoot: string): Blog {
  const name = textOf(at(plugin, "blog_dir")) ?? "blog";
  const posts = (textOf(at(plugin, "post_dir")) ?? "{blog}/posts").replace("{blog}", name);
  return {
    folder: posix.join(docsRoot, name),
    posts: /[{*]/.test(posts) ? null : posix.join(docsRoot, posts),
    showsDrafts: scalarOf(at(plugin, "draft")) === true,
  };
}

function feedsOf(plugin: unknown): Set<string> {
  if (plugin === undefined) return new Set();
  const names = ["rss_created", "rss_updated", "json_created", "json_updated"].map(
    (key) =>
      textOf(at(plugin, "feeds_filenames", key)) ?? `feed_${key}${key.startsWith("rss") ? ".xml" : ".json"}`,
  );
  return new Set(names.map((name) => posix.join("/", name)));
}

/** Returns plugins by name, without a prefix for the theme. */
function pluginsOf(node: unknown): Map<string, unknown> {
  return new Map([...namedOf(node)].map(([name, options]) => [name.replace(/^material\//, ""), options]));
}

/** Of the docs folder's own files, same-dir takes pages, scripts and styles only. */
function leftOutBy(plugins: ReadonlyMap<string, unknown>): MkdocsModel["isLeftOut"] {
  const { isIgnored } = matchIgnore(excludedBy(plugins.get("exclude")));
  const isAside = (path: string) =>
    !path.includes("/") && !mkdocsExtension.test(path) && !/\.(?:m?js|css)$/.test(path) && path !== "CNAME";
  return plugins.has("same-dir") ? (path) => isAside(path) || isIgnored(path) : isIgnored;
}

/** Its `*` crosses folders, and a name alone is that of one file. */
function excludedBy(plugin: unknown): string[] {
  const globs = at(plugin, "glob");
  const named = isSeq(globs) ? globs.items.map(textOf).filter((one) => one !== null) : [];
  return named.map((one) => (one.startsWith("*") ? one : `/${one}`));
}
