import type { PageRule } from "../check-input.ts";
import type { Finding } from "../types.ts";

/**
 * Front matter must be one YAML map; other languages are refused, never executed. A page that could not be
 * read is reported here.
 */
export const checkFrontMatter: PageRule = async ({ pages }) => {
  const findings: Finding[] = [];
  for (const [path, page] of pages) {
    if (page.notRead !== null && page.notRead !== "") {
      findings.push({ rule: "front-matter", path, line: 1, column: 1, message: page.notRead });
    }
    for (const problem of page.frontMatterProblems) findings.push({ rule: "front-matter", path, ...problem });
  }
  return findings;
};
