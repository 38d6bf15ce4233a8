/** A target in front of its `#`, what the `#` names, and the text behind it in a shortcode or tag. */
export interface SplitHash {
  before: string;
  /** `#`, or what Docsify has in its place. */
  mark: "#" | "?id=";
  hash: string;
  behind: string;
}

/**
 * Splits `a.md#b`, `{{< ref "a.md#b" >}}` and `{% link a.md %}#b`, and of Docsify `a?id=b` and `#/a?id=b`;
 * null where there is no such mark.
 */
export function splitHash(target: string): SplitHash | null {
  const ofId = splitId(target);
  if (ofId !== null) return ofId;
  const at = target.indexOf("#");
  if (at < 0) return null;
  const text = target.slice(at + 1);
  const behind = target.startsWith("{") ? (/["'`\s>%}].*$/s.exec(text)?.[0] ?? "") : "";
  return { before: target.slice(0, at), mark: "#", hash: text.slice(0, text.length - behind.length), behind };
}

const idMark = "?id=";

function splitId(target: string): SplitHash | null {
  const at = target.indexOf(idMark);
  const [before, hash] = [target.slice(0, at), target.slice(at + idMark.length)];
  const isId = at >= 0 && hash !== "" && !/[&#]/.test(hash) && !before.replace(/^#(?=\/)/, "").includes("#");
  return isId ? { before, mark: idMark, hash, behind: "" } : null;
}

/** Returns the target with another anchor. */
export function withHash(target: string, anchor: string): string {
  const { before, mark, behind } = splitHash(target) ?? { before: target, mark: "#", behind: "" };
  return before + mark + anchor + behind;
}
