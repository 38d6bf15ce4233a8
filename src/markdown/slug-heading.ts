import { slug as githubSlug } from "github-slugger";
import { numberLikePython } from "./number-like-python.ts";
import { createMintlifySlugger, slugLikeMintlify } from "./slug-like-mintlify.ts";

/** How a site generator derives anchors from headings; `spaces` keeps every sign but white space. */
export type SlugStyle =
  | "github"
  | "mkdocs"
  | "mkdocs-unicode"
  | "mintlify"
  | "vitepress"
  | "slugify"
  | "slugify-words"
  | "spaces";

/** Returns the slug of one heading, before duplicates are numbered. */
export function slugHeading(text: string, style: SlugStyle): string {
  if (style === "mkdocs" || style === "mkdocs-unicode") return slugLikePython(text, style === "mkdocs");
  if (style === "vitepress") return slugLikeVitePress(text);
  if (style === "mintlify") return slugLikeMintlify(text);
  if (style === "slugify") return slugLikeSlugify(text);
  if (style === "slugify-words") return slugLikeSlugify(splitWords(text));
  if (style === "spaces") return text.toLowerCase().replace(/[\s-]+/g, "-");
  return isAscii(text) ? slugAscii(text) : githubSlug(text);
}

function isAscii(text: string): boolean {
  return /^[\x00-\x7f]*$/.test(text);
}

/** Like `githubSlug`, without its table of all characters. */
function slugAscii(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9_ -]+/g, "")
    .replaceAll(" ", "-");
}

/**
 * Creates a slugger for one page: the second heading of the same name gets `-1` (MkDocs: `_1`, Mintlify:
 * `-2`).
 */
export function createSlugger(style: SlugStyle): (text: string) => string {
  if (style === "mintlify") return createMintlifySlugger().ofText;
  if (style === "mkdocs" || style === "mkdocs-unicode") {
    const number = numberLikePython([]);
    return (text) => number(slugHeading(text, style));
  }
  return numberSlugs((text) => slugHeading(text, style));
}

/** Numbers the slugs of one page that are there already, the second one with `first`. */
export function numberSlugs(
  slug: (text: string) => string,
  separator = "-",
  first = 1,
): (text: string) => string {
  const used = new Map<string, number>();
  return (text) => {
    const base = slug(text);
    let result = base;
    let count = used.get(base) ?? first - 1;
    while (used.has(result)) {
      count += 1;
      result = `${base}${separator}${count}`;
    }
    used.set(base, count);
    used.set(result, used.get(result) ?? first - 1);
    return result;
  };
}

function slugLikePython(text: string, asciiOnly: boolean): string {
  const normal = asciiOnly ? text.normalize("NFKD").replace(/[^\x00-\x7f]/g, "") : text.normalize("NFC");
  return normal
    .replace(/[^\p{L}\p{N}\p{M}_\s-]/gu, "")
    .trim()
    .toLowerCase()
    .replace(/[-\s]+/g, "-");
}

function slugLikeVitePress(text: string): string {
  const plain = isAscii(text) ? text : text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
  return plain
    .replace(/[\u0000-\u001f]/g, "")
    .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, "-")
    .replace(/-{2,}/g, "-")
    .replace(/^-|-$/g, "")
    .replace(/^(\d)/, "_$1")
    .toLowerCase();
}

/** As the package `@sindresorhus/slugify`, which Eleventy has as a filter; `ü` becomes `u` here. */
function slugLikeSlugify(text: string): string {
  const plain = isAscii(text) ? text : text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
  return plain
    .replaceAll("&", " and ")
    .replace(/(?<=[A-Za-z\d])['’](?=[ts](?:\s|$))/g, "")
    .toLowerCase()
    .replace(/[^a-z\d]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** The package parts `serviceName`, `HTMLPage` and `ID3`, unless it is told not to. */
function splitWords(text: string): string {
  return text
    .replace(/(?<=[A-Z]{2})(?=\d)/g, " ")
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, " ")
    .replace(/(?<=[A-Z])(?=[A-Z](?!s(?![a-z]))[a-z\d])/g, " ");
}

/** As goldmark does without options, from a heading's source: entities and the targets of links count. */
export function slugLikeGoldmark(source: string): string {
  return source
    .trim()
    .replace(/[^A-Za-z\d\s_-]/g, "")
    .replace(/[\s_]/g, "-")
    .toLowerCase();
}
