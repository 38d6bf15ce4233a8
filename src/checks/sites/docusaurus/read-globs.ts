import { matchIgnore } from "../../model/match-ignore.ts";
import { computed, type ScriptValue, textsMember } from "../script/script-values.ts";

const patternsMax = 200;
const defaults = {
  include: ["**/*.{md,mdx}"],
  includeWithScripts: ["**/*.{js,jsx,ts,tsx,md,mdx}"],
  exclude: ["**/_*.{js,jsx,ts,tsx,md,mdx}", "**/_*/**", "**/*.test.{js,jsx,ts,tsx}", "**/__tests__/**"],
};

/**
 * Returns a test for the files below its folder that a plugin publishes; null if computed, or with patterns
 * that are not read.
 */
export function readPublished(
  options: ScriptValue,
  { withScripts = false } = {},
): ((below: string) => boolean) | null {
  const included = readPatterns(options, "include", withScripts ? "includeWithScripts" : "include");
  const excluded = readPatterns(options, "exclude", "exclude");
  return included === null || excluded === null ? null : (below) => included(below) && !excluded(below);
}

function readPatterns(
  options: ScriptValue,
  key: "include" | "exclude",
  other: keyof typeof defaults,
): ((below: string) => boolean) | null {
  const told = textsMember(options, key);
  if (told === computed) return null;
  const patterns = (told ?? defaults[other]).flatMap((pattern) =>
    expandBraces(pattern.replace(/^\.?\//, "")),
  );
  // In the style of `.gitignore`, a last name for any file also matches any folder.
  if (patterns.length > patternsMax || patterns.some((one) => /[{}()!]|(?:^|\/)\*$/.test(one))) return null;
  return matchIgnore(patterns.map((one) => `/${one}`)).isIgnored;
}

function expandBraces(pattern: string): string[] {
  const left = [pattern];
  const found: string[] = [];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    const braces = /\{([^{}]*)\}/.exec(one);
    if (braces === null || found.length + left.length > patternsMax) found.push(one);
    else {
      const [before, after] = [one.slice(0, braces.index), one.slice(braces.index + braces[0].length)];
      left.push(...braces[1]!.split(",").map((middle) => before + middle + after));
    }
  }
  return found;
}
