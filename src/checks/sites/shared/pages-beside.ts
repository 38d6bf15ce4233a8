import { posix } from "node:path";
import type { PagesBeside } from "../../model/site.ts";
import type { GeneratorConfiguration } from "../generator.ts";
import { githubIds, hasHtmlHeadings } from "../github/heading-ids.ts";
import { resolveGithubLink } from "../github/resolve-link.ts";
import { ownPages } from "./own-pages.ts";

/** Names that code hosts show or link to: `README.md`, `README.pt-BR.md`, `CONTRIBUTING.md`. */
const hostName =
  /^(?:[Rr]ead[Mm]e|[A-Z][A-Z0-9]{2,}(?:[_-][A-Z0-9]+)*)(?:[._-][A-Za-z]{2,3}(?:[_-][A-Za-z]{2,4})?)?\.md$/;
/** Files for coding agents, and templates, which the host shows in other places. */
const otherName = /^(?:SUMMARY|AGENTS?|CLAUDE|GEMINI|SKILL)\b|TEMPLATE/;

/**
 * Returns the pages of Markdown outside the site's folder: those at the repository's root, and READMEs and
 * the like in other folders, are judged; links of all others, and of Markdown in the site's folder that it
 * leaves out and may show in its pages, are followed only as far as they name a file.
 * Null if the whole repository is the site.
 */
export function findPagesBeside(
  files: ReadonlySet<string>,
  { docsRoot, hasRoute, isChecked, showsLeftOut = false }: GeneratorConfiguration,
  { isAside, isOfOthers }: { isAside(path: string): boolean; isOfOthers(path: string): boolean },
): PagesBeside | null {
  if (docsRoot === "") return null;
  const isOwn = ownPages(files);
  const isInside = (path: string): boolean => path.startsWith(`${docsRoot}/`);
  // With a bracket it is a template that is filled in later.
  const isJudged = (path: string): boolean =>
    !isInside(path) && isShownByHost(path) && isOwn(path) && !isAside(path) && !/[{}]/.test(path);
  const has = (path: string): boolean => {
    if (!path.endsWith(".md")) return false;
    if (isInside(path)) return showsLeftOut && !isChecked(path) && isOwn(path);
    if (isChecked(path)) return isJudged(path) && !hasRoute(path);
    return isJudged(path) || !(otherName.test(posix.basename(path)) || isOfOthers(path) || !isOwn(path));
  };
  return { has, isJudged, resolve: resolveGithubLink };
}

function isShownByHost(path: string): boolean {
  const name = posix.basename(path);
  return (name === path || hostName.test(name)) && !otherName.test(name);
}

/** Adds these pages to a site, with the ids that the code host gives to their headings. */
export function withPagesBeside(read: GeneratorConfiguration, beside: PagesBeside): GeneratorConfiguration {
  const { headingIds, hasOtherIds, isChecked, routing } = read;
  return {
    ...read,
    beside,
    isChecked: (path) => isChecked(path) || beside.has(path),
    routing: routing && {
      ...routing,
      addressesOf: (page, files) => (beside.has(page.path) ? [] : routing.addressesOf(page, files)),
    },
    headingIds:
      headingIds &&
      ((headings, path, facts) => (beside.has(path) ? githubIds : headingIds)(headings, path, facts)),
    hasOtherIds: (facts, path) =>
      beside.has(path) ? hasHtmlHeadings(facts) : hasOtherIds?.(facts, path) === true,
  };
}
