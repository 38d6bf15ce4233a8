import picomatch from "picomatch";

/** A matcher for lines in the style of `.gitignore`; the last line that matches decides. */
export function matchIgnore(lines: readonly string[]): (path: string) => boolean {
  const rules = lines
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .slice(0, 1000)
    .map(toRule);
  return (path) => {
    let isIgnored = false;
    for (const rule of rules) if (rule.matches(path)) isIgnored = !rule.isNegated;
    return isIgnored;
  };
}

function toRule(line: string): { isNegated: boolean; matches(path: string): boolean } {
  const isNegated = line.startsWith("!");
  const raw = isNegated ? line.slice(1) : line;
  const bare = raw.replace(/^\//, "").replace(/\/$/, "");
  const isAnchored = raw.startsWith("/") || bare.includes("/");
  const prefix = isAnchored ? "" : "**/";
  return { isNegated, matches: picomatch([`${prefix}${bare}`, `${prefix}${bare}/**`], { dot: true }) };
}
