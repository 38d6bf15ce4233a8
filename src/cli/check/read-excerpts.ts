import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Finding } from "../../checks/types.ts";

/** A finding's line as it stands in the file; absent where it cannot be read. */
export type Excerpts = ReadonlyMap<Finding, string>;

const filesMax = 500;

/** Of the first 500 files: more is not read on a screen. */
export async function readExcerpts(root: string, findings: readonly Finding[]): Promise<Excerpts> {
  const excerpts = new Map<Finding, string>();
  const files = [...Map.groupBy(findings, ({ path }) => path)].slice(0, filesMax);
  for (const [path, ofFile] of files) {
    const text = await readFile(join(root, path), "utf8").catch(() => null);
    if (text === null) continue;
    const lines = text.split("\n");
    for (const finding of ofFile) {
      const line = lines[finding.line - 1];
      if (line !== undefined) excerpts.set(finding, line.replace(/\r$/, ""));
    }
  }
  return excerpts;
}
