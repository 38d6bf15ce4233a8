import { countCommits } from "../own-commits.ts";

/** Returns the plain name of a branch or tag. */
export function shortRef(ref: string): string {
  return ref.replace(/^refs\/(?:heads|tags)\//, "");
}

/** True if a push to this commit id deletes the branch or tag. */
export function isDeletion(commit: string): boolean {
  return /^0+$/.test(commit);
}

interface PushedCommit {
  message?: string | null | undefined;
  added?: string[] | null | undefined;
  modified?: string[] | null | undefined;
  removed?: string[] | null | undefined;
}

/**
 * Returns the messages and the distinct paths of the commits that count. `total`: number of commits in the
 * push, of which a host may include only some.
 */
export function readPushedCommits(
  commits: readonly PushedCommit[],
  total = commits.length,
): { text: string; paths: string[]; ownPaths?: string[]; morePaths?: true } {
  const { counted, own } = countCommits(commits, ({ message }) => message ?? "");
  return {
    text: counted.map(({ message }) => message ?? "").join("\n\n"),
    paths: changedPaths(counted),
    ...(own.length > 0 && { ownPaths: changedPaths(own) }),
    ...(total > commits.length && { morePaths: true }),
  };
}

function changedPaths(commits: readonly PushedCommit[]): string[] {
  const paths = commits.flatMap(({ added, modified, removed }) => [
    ...(added ?? []),
    ...(modified ?? []),
    ...(removed ?? []),
  ]);
  return [...new Set(paths)];
}
