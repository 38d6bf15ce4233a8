import { posix } from "node:path";
import { AppError } from "../../errors.ts";
import { pageExtension } from "../../text/page-path.ts";
import { uneditedFormats } from "../../text/unedited-format.ts";

const filesMin = 3;
/** Markdown files that most repositories have besides their documentation. */
const notes =
  /^(?:readme|changelog|changes|contributing|contributors|license|licence|security|support|code_of_conduct|authors|maintainers|governance|agents|claude|gemini|history|news|todo|issue_template|pull_request_template|copilot-instructions)(?:[._-][\w.-]*)?$/i;

/**
 * Throws `markup_not_edited` if the documentation is in a format that is not edited, without any Markdown
 * page: every check of its pages would find none.
 */
export function assertEditedMarkup(files: readonly string[], pages: Iterable<string>): void {
  for (const page of pages) if (!notes.test(posix.basename(page).replace(pageExtension, ""))) return;
  const found = uneditedFormats.map(({ name, file }) => ({
    name,
    paths: files.filter((path) => file.test(path) && !/(?:^|\/)(?:\.[^/]+|node_modules|vendor)\//.test(path)),
  }));
  const [most] = found.sort((a, b) => b.paths.length - a.paths.length);
  if (most === undefined || most.paths.length < filesMin) return;
  throw new AppError(
    "markup_not_edited",
    `The documentation of this repository is ${most.name}, which is not edited yet: ${most.paths.length} files such as ${most.paths[0]}, and no page of Markdown. Nothing was changed.`,
  );
}
