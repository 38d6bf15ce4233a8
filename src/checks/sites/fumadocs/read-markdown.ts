import { computed, flagMember, member, type ScriptValue } from "../script/script-values.ts";
import { isHarmlessPlugin, packageOf } from "../shared/markdown-plugins.ts";
import { readMdxOptions } from "./read-collections.ts";

/** What the site's settings of Markdown leave as Fumadocs has it. */
export interface MarkdownSettings {
  keepsIds: boolean;
  /** Whether `[#id]` after a heading is its id. */
  readsMarks: boolean;
  /** Whether each picture of Markdown has to be a file. */
  readsImages: boolean;
}

/** Plugins of Fumadocs, and of the highlighter that it uses. */
const fumadocsPlugin = /^(?:fumadocs-[\w-]+(?:\/[\w/.-]+)?|@fumadocs\/[\w-]+|@shikijs\/[\w-]+)$/;

/** What code does with headings and their ids. */
const namesHeadings =
  /\bheading|hProperties|\bh[1-6]\b|\bids?\b|\b(?:from|import|require)\b[\s(]{0,9}["'][@~]\//i;

/** `code`: the text of the configuration and of what it imports. */
export function readMarkdown(options: ScriptValue, code: string): MarkdownSettings {
  const given = readMdxOptions(options);
  if (given === undefined) return { keepsIds: true, readsMarks: true, readsImages: true };
  if (given === computed || given.kind !== "object" || given.isOpen)
    return { keepsIds: false, readsMarks: true, readsImages: false };
  const headings = member(given, "remarkHeadingOptions");
  const isPlain = headings === undefined || (headings !== computed && headings.kind === "object");
  const hasSlug = !isPlain || (headings !== undefined && (headings.isOpen || headings.members.has("slug")));
  const marks =
    headings === undefined || headings === computed ? undefined : flagMember(headings, "customId");
  const lists = ["remarkPlugins", "rehypePlugins"].map((key) => given.members.get(key));
  const isPreset = given.members.has("preset");
  return {
    keepsIds:
      !hasSlug &&
      !isPreset &&
      marks !== computed &&
      lists.every((list) => isHarmless(list, !namesHeadings.test(code))),
    readsMarks: marks !== false,
    readsImages: member(given, "remarkImageOptions") === undefined,
  };
}

/** `hasQuietCode`: plugins of the site's own leave headings alone. */
function isHarmless(list: ScriptValue | undefined, hasQuietCode: boolean): boolean {
  if (list === undefined) return true;
  const found = list.kind === "function" ? list.returned : list;
  if (found.kind !== "list") return false;
  return (
    (!found.isOpen || hasQuietCode) && found.items.every((item) => isQuiet(packageOf(item), hasQuietCode))
  );
}

/** Plugins of a list work after Fumadocs has set the ids. */
function isQuiet(source: string | null, hasQuietCode: boolean): boolean {
  return source === null ? hasQuietCode : isHarmlessPlugin(source) || fumadocsPlugin.test(source);
}
