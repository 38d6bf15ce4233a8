import type { Site } from "../checks/model/site.ts";
import type { PageParser } from "../checks/processes/create-page-parser.ts";
import { isPlainMdx } from "../checks/processes/is-plain-mdx.ts";
import { checkMdxSyntax, type MdxInput, mdxPagesOf } from "../checks/rules/mdx-syntax.ts";
import type { Finding } from "../checks/types.ts";

/** A process takes as long until it is ready as for these. */
const pagesPerProcess = 50;
/** Few enough for the limit on open files. */
const pagesAtOnce = 16;

/** Parses what is not plain, in as many processes as that is worth and the parser has. */
export async function findMdxProblems(
  { parser }: { parser: PageParser },
  site: Site,
  paths: readonly string[],
  { signal, ...input }: Pick<MdxInput, "readBase" | "noteUnread"> & { signal: AbortSignal | undefined },
): Promise<Finding[]> {
  const { read } = site;
  const { generator } = site.configuration;
  const parse: MdxInput["parse"] = (path, text, aborted) => parser.parse({ path, text, generator }, aborted);
  const doubtful: string[] = [];
  const found: Finding[] = [];
  await forEach(mdxPagesOf(site, paths), pagesAtOnce, async (page) => {
    if (!isPlainMdx((await read(page)).toString("utf8"))) doubtful.push(page);
  });
  const processes = Math.min(pagesAtOnce, Math.ceil(doubtful.length / pagesPerProcess));
  await forEach(doubtful, processes, async (page) => {
    found.push(...(await checkMdxSyntax([page], { ...input, read, parse, signal })));
  });
  return found;
}

async function forEach<Item>(list: Item[], atOnce: number, act: (item: Item) => Promise<void>) {
  const left = list.values();
  const actOnNext = async () => {
    for (const item of left) await act(item);
  };
  await Promise.all(Array.from({ length: atOnce }, actOnNext));
}

const namesMax = 3;

/** Reports pages whose parsing takes too long; all other rules judge them. */
export function describeUnread(paths: string[]): { rule: "mdx-syntax"; isWhole: false; reason: string }[] {
  if (paths.length === 0) return [];
  const names = paths.sort().slice(0, namesMax).join(", ");
  const others = paths.length > namesMax ? ` and ${paths.length - namesMax} others` : "";
  return [{ rule: "mdx-syntax", isWhole: false, reason: `${names}${others} could not be parsed in time` }];
}
