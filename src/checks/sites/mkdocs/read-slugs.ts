import { isNode } from "yaml";
import { at, textOf } from "./read-yaml.ts";

/** Makes the slug of a heading's text, before duplicates are numbered. */
export type Slug = (text: string) => string;

/** Reads how the extension `toc` makes slugs; null if a function does that is not known. */
export function readSlugs(toc: unknown): Slug | null {
  const separator = textOf(at(toc, "separator")) ?? "-";
  if (!/^[-_]$/.test(separator)) return null;
  const node = at(toc, "slugify");
  if (!isNode(node)) return slugLikePython(separator, false);
  const text = `${node.tag ?? ""} ${JSON.stringify(node)}`;
  if (/\btoc\.slugify_unicode\b/.test(text)) return slugLikePython(separator, true);
  if (/\btoc\.slugify\b/.test(text)) return slugLikePython(separator, false);
  if (/\bpymdownx\.slugs\.uslugify\b/.test(text)) return slugLikePymdownx(separator, "lower");
  if (!/\bpymdownx\.slugs\.slugify\b/.test(text) || /percent_encode|"normalize"/.test(text)) return null;
  const named = /"case"\s*:\s*"([\w-]+)"/.exec(text)?.[1] ?? "none";
  return Object.hasOwn(cases, named) ? slugLikePymdownx(separator, named as keyof typeof cases) : null;
}

function slugLikePython(separator: string, isUnicode: boolean): Slug {
  const run = separator === "-" ? /[-\s]+/g : /[_\s]+/g;
  return (text) =>
    (isUnicode ? text : text.normalize("NFKD").replace(/[^\x00-\x7f]/g, ""))
      .replace(/[^\p{L}\p{N}_\s-]/gu, "")
      .trim()
      .toLowerCase()
      .replace(run, separator);
}

const cases = {
  none: (text: string) => text,
  lower: (text: string) => text.toLowerCase(),
  "lower-ascii": (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
  fold: (text: string) => text.toLowerCase().replaceAll("ß", "ss"),
};

/** Every space becomes a separator. */
function slugLikePymdownx(separator: string, name: keyof typeof cases): Slug {
  return (text) =>
    cases[name](text.normalize("NFC").trim())
      .replace(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", separator);
}
