import type { CheckInput } from "../check-input.ts";
import { PAGE_BYTES_MAX } from "../read-page-facts.ts";
import type { Finding } from "../types.ts";

/** Changed `.mdx` pages are parsed as MDX. When the version before the change had an error too, the finding is preexisting. */
export async function checkMdxSyntax(input: CheckInput): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const path of input.changedPaths) {
    input.signal?.throwIfAborted();
    const page = input.site.pages.get(path);
    if (page === undefined || page.isTooLarge || !/\.mdx$/i.test(path)) continue;
    const text = (await input.site.read(path)).toString("utf8");
    const problem = await input.mdxPool.parse(text, input.signal);
    if (problem === null) continue;
    const finding: Finding = { rule: "mdx-syntax", path, ...problem };
    findings.push((await wasBroken(input, path)) ? { ...finding, preexisting: true } : finding);
  }
  return findings;
}

async function wasBroken(input: CheckInput, path: string): Promise<boolean> {
  const bytes = await input.readBase(path);
  if (bytes === null || bytes.length > PAGE_BYTES_MAX) return false;
  return (await input.mdxPool.parse(bytes.toString("utf8"), input.signal)) !== null;
}
