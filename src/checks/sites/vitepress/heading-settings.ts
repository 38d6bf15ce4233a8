import { computed, type ScriptValue, textMember } from "../script/script-values.ts";
import type { VitepressVersion } from "./read-version.ts";
import { readSlugFunction } from "./slug-function.ts";

export interface HeadingSettings {
  /** Null for that of VitePress. */
  slug: ((text: string) => string) | null;
  /** What stands around attributes behind a heading; null if they are text. */
  marks: { left: string; right: string } | null;
}

export const vitepressHeadings: HeadingSettings = { slug: null, marks: { left: "{", right: "}" } };

/** Returns null if it cannot be known which ids headings get. */
export function readHeadingSettings(
  root: ScriptValue,
  namesOfAttributes: VitepressVersion["namesOfAttributes"],
): HeadingSettings | null {
  const markdown = root.kind === "object" ? root.members.get("markdown") : undefined;
  if (markdown === undefined) return vitepressHeadings;
  if (markdown.kind !== "object" || markdown.isOpen) return null;
  if (["typographer", "slugify"].some((name) => markdown.members.has(name))) return null;
  const slug = readSlug(markdown.members.get("anchor"));
  const attrs = markdown.members.get("attrs");
  const marks = attrs === undefined ? vitepressHeadings.marks : readMarks(attrs, namesOfAttributes);
  return slug === undefined || marks === undefined ? null : { slug, marks };
}

/** Undefined where other settings of `markdown-it-anchor` than those of its links may change ids. */
function readSlug(anchor: ScriptValue | undefined): HeadingSettings["slug"] | undefined {
  if (anchor === undefined) return null;
  if (anchor.kind !== "object" || anchor.isOpen) return undefined;
  const isOfLinks = (name: string) => name === "tabIndex" || name.startsWith("permalink");
  if (![...anchor.members.keys()].every((name) => isOfLinks(name) || name === "slugify")) return undefined;
  const slugify = anchor.members.get("slugify");
  if (slugify === undefined) return null;
  if (slugify.kind === "package") return slugify.source === "@mdit-vue/shared" ? null : undefined;
  return (slugify.kind === "transform" && readSlugFunction(slugify)) || undefined;
}

/** Version 2 has another plugin with other names for its settings; neither knows those of the other one. */
function readMarks(
  attrs: ScriptValue,
  major: VitepressVersion["namesOfAttributes"],
): HeadingSettings["marks"] | undefined {
  if (major === 2 && attrs.kind === "value" && attrs.value === false) return null;
  if (major === null || attrs.kind !== "object" || attrs.isOpen) return undefined;
  const names = ["left", "right", "leftDelimiter", "rightDelimiter"];
  if (![...attrs.members.keys()].every((name) => names.includes(name))) return undefined;
  const [left, right] = (major === 2 ? names.slice(0, 2) : names.slice(2)).map((one) =>
    textMember(attrs, one),
  );
  if (left === computed || right === computed || left === "" || right === "") return undefined;
  return { left: left ?? "{", right: right ?? "}" };
}
