import type { SiteContext } from "../../model/site.ts";
import { computed, flagMember, member, type ScriptValue, type Told } from "../script/script-values.ts";
import { isHarmlessPlugin, leaveHeadings, packageOf } from "../shared/markdown-plugins.ts";

/** Plugins that read a mark after a heading, `{#id}`, as its id. */
const readsMarks = /^remark-(?:custom-header-ids?|custom-heading-ids?|heading-ids?)$/;

/** What the site's own Markdown plugins leave unchanged. */
export interface MarkdownPlugins {
  keepLinks: boolean;
  keepIds: boolean;
  readMarks: boolean;
  /** Null if it is not known whether two hyphens become a dash. */
  setsDashes: boolean | null;
}

export async function readMarkdownPlugins(
  context: SiteContext,
  whole: ScriptValue,
): Promise<MarkdownPlugins> {
  const markdown = member(whole, "markdown");
  if (markdown === undefined) return { keepLinks: true, keepIds: true, readMarks: false, setsDashes: true };
  const processor = markdown === computed ? computed : rawMember(markdown, "processor");
  if (markdown === computed || processor === computed)
    return { keepLinks: false, keepIds: false, readMarks: false, setsDashes: null };
  const sources = [markdown, ...(processor === undefined ? [] : [processor])];
  const listsOf = (...keys: string[]) => sources.flatMap((source) => keys.map((key) => member(source, key)));
  const readMarks = sources.some((source) => {
    const list = member(source, "remarkPlugins");
    return list !== undefined && list !== computed && list.kind === "list" && list.items.some(isMarkReader);
  });
  const ofElements = listsOf("rehypePlugins", "hastPlugins");
  const isQuiet = await Promise.all(ofElements.map((list) => leaveHeadings(context, list, isKnown)));
  const keepIds = sources.every(leavesMarks) && !isQuiet.includes(false);
  const keepLinks = [...ofElements, ...listsOf("remarkPlugins", "mdastPlugins")].every(isHarmless);
  return { keepLinks, keepIds, readMarks, setsDashes: readDashes(sources) };
}

function readDashes(sources: readonly ScriptValue[]): boolean | null {
  const told = sources.flatMap((source) => [flagMember(source, "smartypants"), readFeature(source)]);
  if (told.includes(computed)) return null;
  return !told.includes(false);
}

/** Reads `features: { smartPunctuation: false }` or `{ dashes: false }` there. */
function readFeature(source: ScriptValue): Told<boolean> {
  const features = member(source, "features");
  if (features === undefined || features === computed) return features;
  const punctuation = member(features, "smartPunctuation");
  if (punctuation === undefined || punctuation === computed || punctuation.kind === "object")
    return punctuation === computed ? computed : flagMember(punctuation, "dashes");
  return flagMember(features, "smartPunctuation");
}

/** Whether the processor of Astro 7 takes no ids from marks behind headings, as it does by itself. */
function leavesMarks(source: ScriptValue): boolean {
  const features = member(source, "features");
  if (features === undefined) return true;
  return (
    features !== computed &&
    features.kind === "object" &&
    !features.isOpen &&
    !features.members.has("headingAttributes")
  );
}

/** Returns the argument of `unified({ … })` or `satteri({ … })`. */
function rawMember(markdown: ScriptValue, key: string): ScriptValue | undefined | typeof computed {
  const found = markdown.kind === "object" ? markdown.members.get(key) : undefined;
  if (found === undefined) return undefined;
  return found.kind === "call" && /^(?:unified|satteri)$/.test(found.name) && found.inputs[0] !== undefined
    ? found.inputs[0]
    : computed;
}

function isHarmless(list: Told<ScriptValue>): boolean {
  if (list === undefined) return true;
  if (list === computed || list.kind !== "list" || list.isOpen) return false;
  return list.items.every((item) => isKnown(packageOf(item) ?? ""));
}

function isKnown(source: string): boolean {
  return isHarmlessPlugin(source) || readsMarks.test(source) || /^@astrojs\/[\w-]+$/.test(source);
}

function isMarkReader(item: ScriptValue): boolean {
  return readsMarks.test(packageOf(item) ?? "");
}
