import { globSync } from "node:fs";
import { findPatterns } from "./find-patterns.ts";
import { measureAmbiguity } from "./measure-ambiguity.ts";

/** For an expression whose input is bounded by a comment: a few milliseconds. */
const stepsMax = 1_000_000;

/**
 * Requires every regular expression of the service and its client to take time in proportion to its input, or
 * at most `stepsMax` steps if a comment bounds its input. Returns one line for each that is not shown to.
 */
export function findSlowPatterns(root: string): string[] {
  const files = globSync(["src/**/*.{ts,mjs,js}", "sdk/src/**/*.ts"], { cwd: root })
    .filter((file) => !file.endsWith(".test.ts"))
    .sort();
  const { patterns, problems } = findPatterns(root, files);
  const degrees = new Map<string, number>();
  const faults = problems.map(({ file, line, problem }) => `${file}:${line} ${problem}`);
  for (const { source, flags, file, line, inputCharactersMax } of patterns) {
    const text = `/${source}/${flags}`;
    const degree = degrees.get(text) ?? measureAmbiguity(source, flags);
    degrees.set(text, degree);
    if (degree === 0) continue;
    if (inputCharactersMax !== null && inputCharactersMax ** (degree + 1) <= stepsMax) continue;
    const growth = degree === Infinity ? "exponentially" : `with power ${degree + 1}`;
    faults.push(
      `${file}:${line} ${text} may take time that grows ${growth} of its input; see CONTRIBUTING.md`,
    );
  }
  return faults.sort();
}
