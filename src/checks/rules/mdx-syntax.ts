import type { Site } from "../model/site.ts";
import { pageBytesMax } from "../pages/read-page-facts.ts";
import type { PageProblems } from "../processes/call-types.ts";
import type { Finding } from "../types.ts";

export interface MdxInput {
  read(path: string): Promise<Buffer>;
  /** Reads the bytes before the change; null for a new path. */
  readBase(path: string): Promise<Buffer | null>;
  parse(path: string, text: string, signal?: AbortSignal): Promise<Pick<PageProblems, "mdx">>;
  /** Receives pages that could not be parsed in time; if omitted, they are findings. */
  noteUnread?(path: string): void;
  signal?: AbortSignal;
}

/** Returns the changed pages that must be parsed. */
export function mdxPagesOf(site: Site, changedPaths: readonly string[]): string[] {
  if (site.configuration.otherMdx !== undefined) return [];
  const isCopied = (path: string) => !site.configuration.isRoutingKnown && template.test(path);
  return changedPaths.filter(
    (path) => /\.mdx$/i.test(path) && site.pages.get(path)?.notRead === null && !isCopied(path),
  );
}

/** Text that authors copy into new pages. */
const template = /(?:^|\/)_?templates?\//;

/**
 * Parses pages as MDX, each on its own. If the version before the change had an error too, the finding is
 * preexisting. The caller provides the parser, which runs in other processes than the site's.
 */
export async function checkMdxSyntax(paths: readonly string[], input: MdxInput): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const path of paths) {
    input.signal?.throwIfAborted();
    const text = (await input.read(path)).toString("utf8");
    const { mdx } = await input.parse(path, text, input.signal);
    if (mdx === null) continue;
    if (mdx.isUnread && input.noteUnread !== undefined) {
      input.noteUnread(path);
      continue;
    }
    const { line, column, message } = mdx;
    const finding: Finding = { rule: "mdx-syntax", path, line, column, message };
    findings.push((await wasBroken(path, input)) ? { ...finding, preexisting: true } : finding);
  }
  return findings;
}

async function wasBroken(path: string, { readBase, parse, signal }: MdxInput): Promise<boolean> {
  const bytes = await readBase(path);
  if (bytes === null || bytes.length > pageBytesMax) return false;
  return (await parse(path, bytes.toString("utf8"), signal)).mdx !== null;
}
