import { globCharactersMax } from "../text/match-glob.ts";
import { isPagePath } from "../text/page-path.ts";
import { uneditedFormat } from "../text/unedited-format.ts";

/** Signs beyond ASCII, such as `：` and `（`, are parts of names; quotation marks surround them. */
const pathCharacters = /^(?:[\w./@+~()[\]&,!'= -]|[^\p{ASCII}\p{C}\p{Z}“”„«»‹›])+$/u;
const scopeCharacters = /^(?:[\w./@+~()[\]*{},!? -]|[^\p{ASCII}\p{C}\p{Z}‘’“”„«»‹›])+$/u;

/**
 * Returns a page's path in the repository, without "./" or "/" before it, or null if the text does not look
 * like one. Unless `needsExtension`, the extension may be missing.
 */
export function readPagePath(
  text: string,
  options: { needsExtension?: boolean; mayBeFolder?: boolean },
): string | null {
  const path = tidyPath(text);
  if (path === "" || path.includes("//") || !pathCharacters.test(path)) return null;
  if (path.endsWith("/")) return options.mayBeFolder ? path : null;
  if (isPagePath(path) || uneditedFormat(path) !== null) return path;
  const hasOtherExtension = /\.[a-z][a-z0-9]{0,4}$/i.test(path);
  return options.needsExtension || hasOtherExtension ? null : path;
}

const partsOfPages =
  /^(?:alt|bod(?:y|ies)|captions?|cells?|code|comments?|descriptions?|examples?|front-?matter|headers?|headings?|images?|it|links?|lists?|meta-?data|names?|prose|samples?|sentences?|tables?|texts?|them|titles?)$/i;

/**
 * Returns a folder, page or glob. A bare word is a folder if it was called one ("the guides folder"), or if
 * it may be bare and does not name a part of a page.
 */
export function readScope(text: string, options: { isNamed: boolean; mayBeBare: boolean }): string | null {
  const path = tidyPath(text);
  if (path === "" || path.length > globCharactersMax || path.includes("//")) return null;
  if (!scopeCharacters.test(path)) return null;
  const name = path.slice(path.lastIndexOf("/") + 1);
  const hasOtherExtension = /\.[a-z][a-z0-9]{0,4}$/i.test(name) && !isPagePath(name);
  // Some folders of languages have a dot: `content.en`.
  if (hasOtherExtension && !options.isNamed) return null;
  if (options.isNamed || /[/*]/.test(path) || isPagePath(path)) return path;
  return options.mayBeBare && !partsOfPages.test(path) ? path : null;
}

function tidyPath(text: string): string {
  return text.trim().replace(/^(?:\.?\/)+/, "");
}
