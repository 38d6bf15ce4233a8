import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openDiskFiles } from "../../src/agent/open-disk-files.ts";
import type { AgentWorkspace, SearchQuery } from "../../src/agent/types.ts";

/**
 * A workspace of real files in a temporary folder; search scans them, the rest answers plainly and may be
 * replaced.
 */
export interface ScanWorkspace extends AgentWorkspace {
  directory: string;
  /** Repository path → text of every file. */
  files(): Promise<Record<string, string>>;
  remove(): Promise<void>;
}

export async function createScanWorkspace(
  files: Record<string, string | Buffer>,
  overrides: Partial<AgentWorkspace> = {},
): Promise<ScanWorkspace> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), "copydesk-agent-")));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
  return {
    directory,
    ...openDiskFiles(directory),
    refuseWrite: (path) => (path.startsWith(".github/") ? `protected path ${path}` : null),
    search: (query) => scan(directory, query),
    check: async () => ({ new: [], fixed: [], preexisting: [], notJudged: [] }),
    planMove: async () => ({ edits: [], unclear: [], notes: [] }),
    planDelete: async () => ({ inbound: [], edits: [], notes: [] }),
    parsePage: async () => null,
    noteChanges: async () => undefined,
    treeHash: async () => hashTree(await readTree(directory)),
    files: () => readTree(directory),
    remove: () => rm(directory, { recursive: true, force: true }),
    ...overrides,
  };
}

export async function readTree(directory: string): Promise<Record<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = paths
    .sort()
    .map(async (path) => [path.slice(directory.length + 1), await readFile(path, "utf8")]);
  return Object.fromEntries(await Promise.all(read));
}

function hashTree(files: Record<string, string>): string {
  return createHash("sha1").update(JSON.stringify(files)).digest("hex");
}

async function scan(directory: string, { pattern, literal, ignoreCase }: SearchQuery) {
  const source = literal ? pattern.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&") : pattern;
  const expression = new RegExp(source, ignoreCase ? "i" : "");
  return Object.entries(await readTree(directory)).flatMap(([path, text]) =>
    text
      .split(/\r?\n/)
      .map((line, index) => ({ path, line: index + 1, text: line }))
      .filter((hit) => expression.test(hit.text)),
  );
}
