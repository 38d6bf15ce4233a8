import type { Finding } from "../../src/checks/types.ts";
import { judgeTexts } from "./judge-texts.ts";

export type Texts = Record<string, string>;

export const page = "content/learn/tools.md";

/** A site whose generator is not known, so that its addresses are not judged. */
export const site: Texts = {
  [page]: "# Tools\n\n## Sharp knives\n\nText\n",
  "content/a.md": "[x](/v1/learn/tools#sharp-knives) [y](/learn/tools)\n",
};

/** Returns what a change adds that holds a job back. */
export async function newAfter(...given: Parameters<typeof judgeTexts>): Promise<Finding[]> {
  return (await judgeTexts(...given)).new;
}

/** Rule, place and the pages that each may lead to. */
export function brief(findings: readonly Finding[]): string[] {
  return findings.map(({ rule, path, line, guess }) => `${rule} ${path}:${line} ${guess?.pages.join()}`);
}
