/** A branch or tag by its own name. */
export function shortRef(ref: string): string {
  return ref.replace(/^refs\/(?:heads|tags)\//, "");
}

/** Whether a push to this commit deletes the branch or tag. */
export function isDeletion(commit: string): boolean {
  return /^0+$/.test(commit);
}

interface PushedCommit {
  added?: string[] | null | undefined;
  modified?: string[] | null | undefined;
  removed?: string[] | null | undefined;
}

/** What the commits of a push touch, each path once. */
export function changedPaths(commits: readonly PushedCommit[]): string[] {
  const paths = commits.flatMap(({ added, modified, removed }) => [
    ...(added ?? []),
    ...(modified ?? []),
    ...(removed ?? []),
  ]);
  return [...new Set(paths)];
}
