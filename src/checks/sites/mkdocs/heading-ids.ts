import { createSlugger } from "../../../markdown/slug-heading.ts";
import type { HeadingIds } from "../../model/site.ts";

const notesExtension = /^[ \t]*-[ \t]*["']?(?:markdown\.extensions\.|pymdownx\.)?(?:footnotes|extra)\b/m;
const note = /\[\^[^[\]]+\]/g;

/**
 * Returns the ids of the `toc` extension, with its own slugs or the lower-case slugs of pymdownx. Null if
 * `mkdocs.yml` names slugs that are not read.
 */
export function mkdocsHeadingIds(configuration: string): HeadingIds | null {
  const isOwn = !/slugify\s*:/.test(configuration);
  const isUnicode = /pymdownx\.slugs\.(?:uslugify|slugify)\b/.test(configuration);
  const isLower = /\bcase\s*:\s*["']?lower\b|pymdownx\.slugs\.uslugify\b/.test(configuration);
  if (!isOwn && !(isUnicode && isLower)) return null;
  const hasNotes = notesExtension.test(configuration);
  return (headings) => {
    const slug = createSlugger(isOwn ? "mkdocs" : "pymdownx");
    return headings.map(
      ({ text, explicitId }) => explicitId ?? slug(hasNotes ? text.replace(note, "") : text),
    );
  };
}
