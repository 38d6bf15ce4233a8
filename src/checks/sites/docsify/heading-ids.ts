import type { Heading } from "../../../markdown/page-scan.ts";
import type { HeadingIds } from "../../model/site.ts";

const punctuation = /[\u2000-\u206F\u2E00-\u2E7F\\'!"#$%&()*+,./:;<=>?@[\]^`{|}~]/g;
const capitals = /[A-Z]+/g;
/** A setting in a heading; a name between colons is an emoji. */
const setting = /(?:^|\s):([\w-]+:?)=?([\w%-]+)?/g;
const entities: Readonly<Record<string, string>> = {
  ...{ "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" },
  "&": "&amp;",
};

/** Major versions whose ids are known; they differ. */
export type Version = 4 | 5;

/** Returns the ids of a version, or of both if it is not known which one shows the site. */
export function docsifyHeadingIds(versions: readonly Version[]): HeadingIds {
  return (headings) => versions.flatMap((version) => numbered(headings, version));
}

function numbered(all: readonly Heading[], version: Version): string[] {
  const counts = new Map<string, number>();
  const headings = all.filter(({ isBehindHtml }) => version !== 4 || isBehindHtml !== true);
  return headings.map((heading) => {
    const slug = slugOf(heading, version);
    const count = counts.get(slug);
    counts.set(slug, count === undefined ? 0 : count + 1);
    return count === undefined ? slug : `${slug}-${count + 1}`;
  });
}

function slugOf({ text, source }: Heading, version: Version): string {
  const id = [...source.matchAll(setting)].find(([, key]) => key === "id")?.[2];
  return version === 4 ? slugOf4(id ?? asHtml(text)) : slugOf5(id ?? source);
}

/** Version 4 makes ids of the heading's HTML, of whose entities the names stay. */
function asHtml(text: string): string {
  return text
    .replace(/\{docsify-ignore(?:-all)?\}/, "")
    .replace(setting, (all, key: string) => (key.includes(":") ? all : ""))
    .replace(/[<>"']|&(?!#?\w+;)/g, (sign) => entities[sign]!);
}

function slugOf4(text: string): string {
  return text
    .trim()
    .replace(capitals, lowerAscii)
    .replace(punctuation, "")
    .replace(/\s/g, "-")
    .replace(/-+/g, "-")
    .replace(/^\d/, "_$&");
}

/** Version 5 makes ids of the heading's Markdown. */
function slugOf5(source: string): string {
  return source
    .trim()
    .normalize("NFC")
    .replace(/\[([^[\]]+)\]\([^()]+\)/g, "$1")
    .replace(/\uFE0F/g, "")
    .replace(/[\p{Emoji_Presentation}\p{Extended_Pictographic}]/gu, "")
    .replace(capitals, lowerAscii)
    .replace(/<[^<>]+>/g, "")
    .replace(punctuation, "")
    .replace(/\s/g, "-")
    .replace(/^\d/, "_$&");
}

/** As Docsify writes ids and the ids in links; other letters keep their case. */
export function lowerAscii(text: string): string {
  return text.replace(capitals, (letters) => letters.toLowerCase());
}
