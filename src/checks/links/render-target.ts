import { posix } from "node:path";
import { addressExtension, isPagePath, pageExtension } from "../../text/page-path.ts";
import { hintedKey, routeKey } from "../model/build-index.ts";
import type { PageFacts } from "../model/page-facts.ts";
import type { Site } from "../model/site.ts";
import { keepDot } from "./keep-dot.ts";
import type { TargetParts } from "./split-target.ts";

/** Writes a target that names `page`, from `from` in the style of `parts`, with its query and anchor. */
export function renderPageTarget(site: Site, from: string, parts: TargetParts, page: string): string {
  return renderPath(site, from, parts, page) + parts.query + parts.hash;
}

/**
 * Writes only the path, in the same form (relative or absolute, extension, `./`, trailing slash). `facts` are
 * those of `page` if the site does not have it yet.
 */
export function renderPath(
  site: Site,
  from: string,
  parts: TargetParts,
  page: string,
  facts: PageFacts | undefined = site.pages.get(page),
): string {
  const { configuration } = site;
  const isAbsolute = parts.rawPath.startsWith("/");
  const named = nameOfPage(site, parts, page, facts);
  if (isAbsolute) {
    const base =
      configuration.basePaths.find((one) => parts.path === one || parts.path.startsWith(`${one}/`)) ?? "";
    return `${base}/${encodePath(belowRoot(configuration.docsRoot, named), parts)}${endsWithSlash(parts, named)}`;
  }
  const folder = isAddressStyle(site, parts) ? routeKey(from) : posix.dirname(from);
  const relative = posix.relative(folder, named) || ".";
  const dotted = keepDot(relative, parts);
  return encodePath(dotted, parts) + endsWithSlash(parts, named);
}

function nameOfPage(site: Site, parts: TargetParts, page: string, facts: PageFacts | undefined): string {
  const style = site.configuration.linkStyle;
  const hasExtension = addressExtension.test(parts.path);
  if (style === "file" && !isAddressStyle(site, parts)) return page;
  if (style === "either" && isPagePath(parts.path)) return page;
  const hint = style === "either" && !hasExtension ? facts?.routeHints.at(-1) : undefined;
  if (hint !== undefined) return hintedKey(site.configuration, page, hint);
  const bare = page.replace(pageExtension, "");
  if (style === "either" && hasExtension) return `${bare}.html`;
  const wroteIndex = /(?:^|\/)(?:index|README)(?:\.\w+)?$/.test(parts.path);
  const name = wroteIndex ? bare : routeKey(page);
  if (site.configuration.servesMarkdown !== true || !/\.md$/.test(parts.path)) return name;
  return `${/(?:^|\/)$/.test(name) ? bare : name}.md`;
}

/** In MkDocs a target that ends with `/` is an address, not a file. */
function isAddressStyle(site: Site, parts: TargetParts): boolean {
  return site.configuration.linkStyle === "file" && parts.rawPath.endsWith("/");
}

function endsWithSlash(parts: TargetParts, named: string): string {
  return parts.rawPath.length > 1 && parts.rawPath.endsWith("/") && named !== "" && !/\.\w+$/.test(named)
    ? "/"
    : "";
}

/** Writes a file as a target in the style of `parts`. */
export function renderFileTarget(site: Site, from: string, parts: TargetParts, file: string): string {
  const tail = parts.query + parts.hash;
  const readsParentheses = site.configuration.generator !== "gitbook";
  if (parts.rawPath.startsWith("/")) {
    const root = findRoot(site.configuration.staticRoots, file);
    return `/${encodePath(belowRoot(root, file), parts, readsParentheses)}${tail}`;
  }
  const relative = posix.relative(posix.dirname(from), file);
  const dotted = keepDot(relative, parts);
  return encodePath(dotted, parts, readsParentheses) + tail;
}

/** Returns the longest root that contains the file. */
function findRoot(roots: readonly string[], file: string): string {
  const holding = roots.filter((root) => root === "" || file.startsWith(`${root}/`));
  return holding.sort((a, b) => b.length - a.length)[0] ?? "";
}

function belowRoot(root: string, path: string): string {
  return root !== "" && (path === root || path.startsWith(`${root}/`)) ? path.slice(root.length + 1) : path;
}

/**
 * Writes what would end a target by its number: of parentheses only those that have no counterpart, as not
 * every generator reads numbers. Not all read parentheses (`readsParentheses`).
 */
export function encodePath(path: string, parts: TargetParts, readsParentheses = true): string {
  const wasPlain = parts.rawPath.includes(" ");
  if (wasPlain) return path;
  const marks = readsParentheses && areBalanced(path) ? /[\s<>%]/g : /[\s()<>%]/g;
  return path.replace(marks, (mark) => `%${mark.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`);
}

/** Whether every parenthesis is closed, so that CommonMark takes the path for one target. */
function areBalanced(path: string): boolean {
  let depth = 0;
  for (const mark of path) {
    if (mark === "(") depth += 1;
    else if (mark === ")") depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
