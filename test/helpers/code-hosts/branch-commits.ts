import { git } from "../git-fixture.ts";

/** Commits of all branches of a bare repository, by their names. */
export async function branchCommits(folder: string): Promise<ReadonlyMap<string, string>> {
  const lines = await git(folder, [
    "for-each-ref",
    "--format=%(objectname) %(refname:lstrip=2)",
    "refs/heads",
  ]);
  const pairs = lines.split("\n").filter((line) => line !== "");
  return new Map(pairs.map((line) => [line.slice(41), line.slice(0, 40)]));
}
