/** A target in front of its `#`, what the `#` names, and the text behind it in a shortcode or tag. */
export interface SplitHash {
  before: string;
  hash: string;
  behind: string;
}

/** Splits `a.md#b`, `{{< ref "a.md#b" >}}` and `{% link a.md %}#b`; null where there is no `#`. */
export function splitHash(target: string): SplitHash | null {
  const at = target.indexOf("#");
  if (at < 0) return null;
  const text = target.slice(at + 1);
  const behind = target.startsWith("{") ? (/["'`\s>%}].*$/s.exec(text)?.[0] ?? "") : "";
  return { before: target.slice(0, at), hash: text.slice(0, text.length - behind.length), behind };
}
