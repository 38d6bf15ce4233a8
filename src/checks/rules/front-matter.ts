import type { CheckInput } from "../check-input.ts";
import type { Finding } from "../types.ts";

/** Front matter is one YAML map; other languages are refused, never executed. A page above 1 MiB is reported here. */
export async function checkFrontMatter({ site }: CheckInput): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [path, page] of site.pages) {
    if (page.isTooLarge) {
      findings.push({
        rule: "front-matter",
        path,
        line: 1,
        column: 1,
        message: "the page is larger than 1 MiB and was not checked",
      });
    }
    for (const problem of page.frontMatterProblems) findings.push({ rule: "front-matter", path, ...problem });
  }
  return findings;
}
