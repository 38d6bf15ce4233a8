import { computed, flagMember, member, type ScriptValue } from "../script/script-values.ts";

/** Plugins that change neither links nor the ids of headings. */
const harmless =
  /^(?:(?:remark|rehype)-(?:math|katex|mathjax|directive|gfm|smartypants|emoji|toc|mermaid\w*|external-links|slug|autolink-headings|github-[\w-]+|code-titles|callouts?|accessible-emojis)|@astrojs\/[\w-]+)$/;

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

export function readMarkdownPlugins(whole: ScriptValue): MarkdownPlugins {
  const markdown = member(whole, "markdown");
  if (markdown === undefined) return { keepLinks: true, keepIds: true, readMarks: false, setsDashes: true };
  const processor = markdown === computed ? computed : rawMember(markdown, "processor");
  if (markdown === computed || processor === computed)
    return { keepLinks: false, keepIds: false, readMarks: false, setsDashes: null };
  const sources = [markdown, ...(processor === undefined ? [] : [processor])];
  const isKept = (...keys: string[]) =>
    sources.every((source) => keys.every((key) => isHarmless(member(source, key))));
  const readMarks = sources.some((source) => {
    const list = member(source, "remarkPlugins");
    return list !== undefined && list !== computed && list.kind === "list" && list.items.some(isMarkReader);
  });
  const keepIds = isKept("rehypePlugins", "hastPlugins") && sources.every(leavesMarks);
  const keepLinks = keepIds && isKept("remarkPlugins", "mdastPlugins");
  return { keepLinks, keepIds, readMarks, setsDashes: readDashes(sources) };
}

function readDashes(sources: readonly ScriptValue[]): boolean | null {
  const told = sources.map((source) => flagMember(source, "smartypants"));
  if (told.includes(computed)) return null;
  return !told.includes(false);
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

function isHarmless(list: ReturnType<typeof member>): boolean {
  if (list === undefined) return true;
  if (list === computed || list.kind !== "list" || list.isOpen) return false;
  return list.items.every((item) => isMarkReader(item) || harmless.test(sourceOf(item)));
}

function isMarkReader(item: ScriptValue): boolean {
  return readsMarks.test(sourceOf(item));
}

/** Returns the package that a plugin comes from, with or without options. */
function sourceOf(item: ScriptValue): string {
  const plugin = item.kind === "list" ? item.items[0] : item;
  return plugin?.kind === "package" ? plugin.source : "";
}
