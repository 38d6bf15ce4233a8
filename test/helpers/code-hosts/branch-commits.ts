import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";

const headsPrefix = "refs/heads/";

/**
 * Commits of all branches of a bare repository, by their names, in order. Read from the files that git keeps
 * them in (gitrepository-layout(5)): the fakes ask for them at each request, and git would be a process each.
 */
export async function branchCommits(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(join(folder, headsPrefix), { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".lock"))
    .map((entry) => relative(join(folder, headsPrefix), join(entry.parentPath, entry.name)))
    .map((path) => path.split(sep).join("/"));
  const packed = await readPackedBranches(folder);
  const loose = await Promise.all(
    names.map(async (name) => [name, await readText(join(folder, headsPrefix, name))] as const),
  );
  const known = [...packed, ...loose.filter(([, commit]) => commit !== "")];
  return new Map([...new Map(known)].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The commit of a branch of a bare repository; null when it is not there. */
export async function branchCommit(folder: string, branch: string): Promise<string | null> {
  const loose = await readText(join(folder, headsPrefix, branch));
  return loose || ((await readPackedBranches(folder)).get(branch) ?? null);
}

async function readPackedBranches(folder: string): Promise<Map<string, string>> {
  const text = await readText(join(folder, "packed-refs"));
  const lines = text.split("\n").filter((line) => line.startsWith(headsPrefix, 41));
  return new Map(lines.map((line) => [line.slice(41 + headsPrefix.length), line.slice(0, 40)]));
}

/** Without the space around it; empty when there is no such file. */
async function readText(path: string): Promise<string> {
  return (await readFile(path, "utf8").catch(() => "")).trim();
}
