import type { CheckedFinding } from "./parse-finding.ts";

export interface RenamedAnchor {
  path: string;
  old: string;
  new: string;
}

/** The new target of a link to a heading that was renamed, or null when more than one heading can be meant. */
export function suggestRenamedAnchor(
  anchors: readonly RenamedAnchor[],
  { rule, path, target }: CheckedFinding,
): string | null {
  const hash = target?.indexOf("#") ?? -1;
  if (rule !== "anchor" || target === null || hash < 0) return null;
  const page = target.slice(0, hash);
  const fragment = decode(target.slice(hash + 1));
  const meant = anchors.filter(
    (anchor) =>
      anchor.old === fragment && (page === "" ? anchor.path === path : isTargetOf(page, anchor.path)),
  );
  const names = new Set(meant.map((anchor) => anchor.new));
  return names.size === 1 ? `${page}#${[...names][0]}` : null;
}

function isTargetOf(target: string, path: string): boolean {
  const wanted = stemOf(decode(target.replace(/[?].*$/, "")).replace(/^(?:\.{0,2}\/)+/, ""));
  const stem = stemOf(path);
  return wanted === "" || stem === wanted || stem.endsWith(`/${wanted}`);
}

function stemOf(path: string): string {
  return path
    .replace(/\/+$/, "")
    .replace(/\.(?:md|mdx|markdown|html)$/i, "")
    .replace(/(?:^|\/)(?:index|README)$/i, "");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
