import { plainHeadingText } from "../../../markdown/plain-heading-text.ts";
import { numberSlugs, slugHeading } from "../../../markdown/slug-heading.ts";
import type { PageFacts } from "../../model/page-facts.ts";
import type { HeadingIds } from "../../model/site.ts";
import { computed, flagMember, knownMember, type ScriptValue } from "../script/script-values.ts";
import { withoutEmoji } from "../shared/without-emoji.ts";
import { pluginsOf, type Settings } from "./read-settings.ts";

/** What of the configuration gives headings other ids. */
const otherIds =
  /@mdit\/plugin-attrs\b|markdown-it-(?:attrs|anchor|named-headings|header|ids?|include)\b|\bslugify\b|heading_open|\banchor\s*:/;

/** Returns why headings may have other ids than those of VuePress; null if they have not. */
export function findOwnIds({ text }: Settings): string | null {
  return otherIds.test(text) ? "the configuration gives headings its own ids" : null;
}

/** Whether `{#id}` behind a heading is its id; null if it depends on what is not known. */
export function readsMarks({ root, themeName, theme }: Settings): boolean | null {
  const plugins = pluginsOf(root);
  const enhancing = (plugins ?? []).filter(({ name }) => /md-?enhance/i.test(name));
  const holders: (ScriptValue | undefined)[] = enhancing.map(({ options }) => options);
  if (themeName === "hopeTheme")
    holders.push(knownMember(theme, "markdown"), knownMember(knownMember(theme, "plugins"), "mdEnhance"));
  const isOn = (one: ScriptValue | undefined) =>
    flagMember(one, "attrs") === true || flagMember(one, "enableAll") === true;
  if (holders.some(isOn)) return true;
  const isUnknown = enhancing.some(({ options }) => flagMember(options, "attrs") === computed);
  return plugins === null || isUnknown || (themeName !== null && themeName !== "hopeTheme") ? null : false;
}

/** Follows markdown-it-anchor, of which version 1 of VuePress has an older one: it counts from 2. */
export function vuepressHeadingIds(major: 1 | 2, marks: boolean | null): HeadingIds {
  return (headings) => {
    const slug = (text: string) => slugHeading(major === 1 ? text.replace(/[–—]/g, "-") : text, "vitepress");
    const numbered = numberSlugs(slug, "-", major === 1 ? 2 : 1);
    return headings.map(({ explicitId, source, text }) => {
      if (marks === true) return explicitId ?? numbered(withoutEmoji(text, source));
      const { text: whole } = plainHeadingText(`|${source.trim()}|`, { mdx: false });
      return numbered(withoutEmoji(whole.slice(1, -1), source));
    });
  };
}

/** Whether a heading may have an id that its text does not show. */
export function mayHaveMarks({ headings }: PageFacts): boolean {
  return headings.some(({ source }) => /\}\s*$/.test(source));
}
