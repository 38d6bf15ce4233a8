import { posix } from "node:path";
import type { PagesBeside } from "../../model/site.ts";
import type { GeneratorConfiguration } from "../generator.ts";
import { githubIds, hasHtmlHeadings } from "../github/heading-ids.ts";
import { resolveGithubLink } from "../github/resolve-link.ts";
import { ownPages } from "./own-pages.ts";

/** Names that code hosts show or link to: `README.md`, `README.pt-BR.md`, `CONTRIBUTING.md`. */
const hostName =
  /^(?:[Rr]ead[Mm]e|[A-Z][A-Z0-9]{2,}(?:[_-][A-Z0-9]+)*)(?:[._-][A-Za-z]{2,3}(?:[_-][A-Za-z]{2,4})?)?\.md$/;
/** Texts for programs, and those that the host shows elsewhere, from where links count otherwise. */
const otherName = /^(?:SUMMARY|AGENTS?|CLAUDE|GEMINI|SKILL)\b|TEMPLATE/;

/**
 * Returns the pages that people read on the code host and that the site does not publish: those at the
 * repository's root, and READMEs and the like in other folders. None if the whole repository is the site.
 */
export function findPagesBeside(
  files: ReadonlySet<string>,
  { docsRoot, hasRoute, isChecked }: GeneratorConfiguration,
  isLeftOut: (path: string) => boolean,
): PagesBeside | null {
  if (docsRoot === "") return null;
  const isOwn = ownPages(files);
  const isInside = (path: string): boolean => path.startsWith(`${docsRoot}/`);
  const has = (path: string): boolean => {
    const name = posix.basename(path);
    if (!(path.endsWith(".md") && (name === path || hostName.test(name))) || otherName.test(name))
      return false;
    // With a bracket it is a template that is filled in later.
    const isTaken = isInside(path) || (isChecked(path) && hasRoute(path)) || isLeftOut(path);
    return !isTaken && isOwn(path) && !/[{}]/.test(path);
  };
  return { has, resolve: resolveGithubLink };
}

/** Adds these pages to a site, with the ids that the code host gives to their headings. */
export function withPagesBeside(read: GeneratorConfiguration, beside: PagesBeside): GeneratorConfiguration {
  const { headingIds, hasOtherIds, isChecked } = read;
  return {
    ...read,
    beside,
    isChecked: (path) => isChecked(path) || beside.has(path),
    headingIds:
      headingIds &&
      ((headings, path, facts) => (beside.has(path) ? githubIds : headingIds)(headings, path, facts)),
    hasOtherIds: (facts, path) =>
      beside.has(path) ? hasHtmlHeadings(facts) : hasOtherIds?.(facts, path) === true,
  };
}
