import type { SiteContext } from "../../model/site.ts";
import { computed, type ScriptValue, type Told } from "../script/script-values.ts";

/** Packages of plugins, from whomever, that change neither links nor the ids of headings. */
const harmless =
  /^(?:@[\w-]+\/)?(?:remark|rehype)-(?:math|katex|mathjax|directive|gfm|smartypants|emoji|toc|mermaid\w*|external-links|slug|autolink-headings|github-[\w-]+|code-titles|callouts?|accessible-emojis|frontmatter|mdx-[\w-]+|unwrap-images|breaks)$/;

/** What code does with headings, their ids and texts, or imports that may do it. */
const touchesHeadings =
  /\bheading|hProperties|\bh[1-6]\b|\bids?\b|\bslug|\.value\b|["'`](?:text|raw|html)["'`]|\b(?:from|import|require)\b[\s(]{0,9}["'](?:\.|[@~]\/)/i;
const bytesMax = 64 * 1024;

export function isHarmlessPlugin(source: string): boolean {
  return harmless.test(source);
}

/** Returns the package that a plugin comes from, with or without options; null for the site's own. */
export function packageOf(item: ScriptValue): string | null {
  const plugin = item.kind === "list" ? item.items[0] : item;
  return plugin?.kind === "package" ? plugin.source : null;
}

/**
 * Whether the plugins of a list leave the ids of headings alone: known packages, and scripts of the site that
 * have nothing to do with headings. `isKnown`: whether a package is one of the generator's own.
 */
export async function leaveHeadings(
  { read }: SiteContext,
  list: Told<ScriptValue>,
  isKnown: (source: string) => boolean,
): Promise<boolean> {
  if (list === undefined) return true;
  if (list === computed || list.kind !== "list" || list.isOpen) return false;
  for (const item of list.items) {
    const source = packageOf(item);
    if (source !== null && (isKnown(source) || isHarmlessPlugin(source))) continue;
    const path = source === null ? fileOf(item) : null;
    if (path === null) return false;
    const bytes = await read(path);
    if (bytes.length > bytesMax || touchesHeadings.test(bytes.toString("utf8"))) return false;
  }
  return true;
}

/** Returns the site's script that a plugin is written in. */
function fileOf(item: ScriptValue): string | null {
  const plugin = item.kind === "list" ? item.items[0] : item;
  const isCode = plugin?.kind === "call" || plugin?.kind === "function" || plugin?.kind === "transform";
  return isCode ? plugin.from : null;
}
