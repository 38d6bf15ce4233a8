import { runGit } from "../programs/run-git.ts";
import type { Workspace } from "./create-workspace.ts";

const searchMs = 5_000;
const outputBytesMax = 1024 * 1024;

/**
 * Returns the texts that occur in a file of the base commit. Of a text with several lines only the longest
 * is looked for. Gives up after 5 seconds.
 */
export async function findStringsAt(
  { gitDirectory, baseCommit }: Pick<Workspace, "gitDirectory" | "baseCommit">,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<string[]> {
  const args = ["grep", "--no-textconv", "--no-color", "-a", "-h", "-o", "-F", "-f", "-", baseCommit];
  const lines = new Map(texts.map((text) => [text, longestLine(text)]));
  const result = await runGit([`--git-dir=${gitDirectory}`, ...args], {
    input: [...lines.values()].join("\n"),
    timeoutMs: searchMs,
    maxOutputBytes: outputBytesMax,
    signal,
  });
  const found = result.stdout.toString("utf8");
  return texts.filter((text) => found.includes(lines.get(text)!));
}

function longestLine(text: string): string {
  return text.split("\n").reduce((longest, line) => (line.length > longest.length ? line : longest));
}
