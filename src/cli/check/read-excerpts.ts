import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Finding } from "../../checks/types.ts";

/** Source line of each finding; absent if the file cannot be read. */
export type Excerpts = ReadonlyMap<Finding, string>;

const filesMax = 500;

/** Reads only the first 500 files: nobody reads more on a screen. */
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
