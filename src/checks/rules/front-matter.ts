import type { CheckInput } from "../check-input.ts";
import type { Finding } from "../types.ts";

/**
 * Front matter is one YAML map; other languages are refused, never executed. A page that could not be read is
 * reported here.
 */
export async function checkFrontMatter({ site }: CheckInput): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [path, page] of site.pages) {
    if (page.notRead !== null) {
      findings.push({ rule: "front-matter", path, line: 1, column: 1, message: page.notRead });
    }
    for (const problem of page.frontMatterProblems) findings.push({ rule: "front-matter", path, ...problem });
  }
  return findings;
}
