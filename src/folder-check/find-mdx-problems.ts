import type { Site } from "../checks/model/site.ts";
import type { PageParser } from "../checks/processes/create-page-parser.ts";
import { checkMdxSyntax, type MdxInput, mdxPagesOf } from "../checks/rules/mdx-syntax.ts";
import type { Finding } from "../checks/types.ts";

/** More than the parser's processes, and few enough for the limit on open files. */
const pagesAtOnce = 16;

/** Parses pages in parallel, in as many processes as the parser has. */
export async function findMdxProblems(
  { parser }: { parser: PageParser },
  site: Site,
  paths: readonly string[],
  { signal, ...input }: Pick<MdxInput, "readBase" | "noteUnread"> & { signal: AbortSignal | undefined },
): Promise<Finding[]> {
  const left = mdxPagesOf(site, paths).values();
  const { read } = site;
  const { generator } = site.configuration;
  const parse: MdxInput["parse"] = (path, text, aborted) => parser.parse({ path, text, generator }, aborted);
  const found: Finding[] = [];
  const parseNext = async () => {
    for (const page of left) found.push(...(await checkMdxSyntax([page], { ...input, read, parse, signal })));
  };
  await Promise.all(Array.from({ length: pagesAtOnce }, parseNext));
  return found;
}

const namesMax = 3;

/** Reports pages whose parsing takes too long; all other rules judge them. */
export function describeUnread(paths: string[]): { rule: "mdx-syntax"; isWhole: false; reason: string }[] {
  if (paths.length === 0) return [];
  const names = paths.sort().slice(0, namesMax).join(", ");
  const others = paths.length > namesMax ? ` and ${paths.length - namesMax} others` : "";
  return [{ rule: "mdx-syntax", isWhole: false, reason: `${names}${others} could not be parsed in time` }];
}
