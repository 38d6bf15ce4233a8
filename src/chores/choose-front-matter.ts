import { isMap, parseDocument } from "yaml";
import type { PageScan } from "../markdown/page-scan.ts";
import { scanPageSliced } from "../markdown/scan-page.ts";
import type { Sliced } from "../text/run-in-slices.ts";
import { findDescription } from "./find-description.ts";
import type { LineChanges } from "./plan-edits.ts";
import type { Page } from "./process-pages.ts";
import { sourceCharactersMax } from "./replace-in-front-matter.ts";

export interface FrontMatterAddition {
  title: string | null;
  description: string | null;
}

interface FrontMatterChoice {
  addition: FrontMatterAddition;
  changes: LineChanges;
  /** Fields that are missing and cannot be added, with the reason. */
  left: string[];
}

/** Chooses the lines that give a page the wanted fields. Existing lines stay byte for byte. */
export function* chooseFrontMatter(
  page: Page,
  wanted: { titles: boolean; descriptions: boolean },
): Sliced<FrontMatterChoice> {
  const nothing = { addition: { title: null, description: null }, changes: new Map() };
  const text = page.lines.join("\n");
  if (text.trim() === "") return { ...nothing, left: ["the page is empty"] };
  const scan = yield* scanPageSliced(text, { mdx: page.path.endsWith(".mdx") });
  const present = readFields(text, scan);
  if (typeof present === "string") return { ...nothing, left: [present] };
  if (present.has("openapi") || present.has("asyncapi") || present.has("url"))
    return { ...nothing, left: [] };
  const isMissing = (field: string) => !present.has(field);
  const title = wanted.titles && isMissing("title") ? findTitle(page.path, scan) : null;
  const isDescribed = !wanted.descriptions || !isMissing("description");
  const description = isDescribed ? null : findDescription(text, scan);
  const left = isDescribed || description !== null ? [] : ["no paragraph to make a description of"];
  const added = [
    ...(title === null ? [] : [`title: ${JSON.stringify(title)}`]),
    ...(description === null ? [] : [`description: ${JSON.stringify(description)}`]),
  ];
  return { addition: { title, description }, changes: toChanges(page, scan, added), left };
}

/** Returns the keys of the front matter, or the reason why nothing can be added to it. */
function readFields(text: string, { frontMatter }: PageScan): Set<string> | string {
  if (frontMatter === null) return new Set();
  if (frontMatter.language !== "yaml") return `front matter in ${frontMatter.language}`;
  const source = text.slice(frontMatter.contentStart, frontMatter.contentEnd);
  if (source.length > sourceCharactersMax) return "its front matter is too long";
  const document = parseDocument(source, { logLevel: "silent" });
  if (document.errors.length > 0) return "its front matter is not valid YAML";
  if (document.contents === null) return new Set();
  if (!isMap(document.contents)) return "its front matter has no keys";
  if (document.contents.flow) return "its front matter is written in braces";
  return new Set(document.contents.items.map(({ key }) => String(key).toLowerCase()));
}

function toChanges(page: Page, { frontMatter }: PageScan, added: string[]): LineChanges {
  if (added.length === 0) return new Map();
  const first = page.lines[0]!;
  if (frontMatter !== null) return new Map([[0, [first, ...added].join("\n")]]);
  const separator = first.trim() === "" ? [] : [""];
  return new Map([[0, ["---", ...added, "---", ...separator, first].join("\n")]]);
}

/**
 * Returns the first level-1 heading, else the file's name (for an index page, the folder's name) in title
 * case.
 */
function findTitle(path: string, { headings }: PageScan): string {
  const heading = headings.find(({ level, text }) => level === 1 && text.trim() !== "");
  if (heading !== undefined) return heading.text.replace(/\s+/g, " ").trim();
  const names = path.replace(/\.[^.]+$/, "").split("/");
  const file = names.at(-1)!;
  const name = /^(?:index|readme)$/i.test(file) ? (names.at(-2) ?? "Home") : file;
  return toTitleCase(name);
}

const smallWords = new Set("a an and as at but by for from in of on or the to with".split(" "));
const knownWords: Record<string, string> = Object.fromEntries(
  "API APIs CI CD CLI CSS CSV DNS FAQ HTML HTTP HTTPS ID IDs JSON JWT MCP MDX OAuth PDF REST SAML SDK SDKs SEO SQL SSH SSO TLS UI URL URLs UX XML YAML GitHub GitLab"
    .split(" ")
    .map((word) => [word.toLowerCase(), word]),
);

function toTitleCase(name: string): string {
  const words = name.split(/[\s_-]+/).filter((word) => word !== "");
  return words
    .map((word, index) => {
      const lower = word.toLowerCase();
      if (Object.hasOwn(knownWords, lower)) return knownWords[lower]!;
      if (index > 0 && index < words.length - 1 && smallWords.has(lower)) return lower;
      return word[0]!.toUpperCase() + word.slice(1);
    })
    .join(" ");
}
