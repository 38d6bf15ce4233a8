/**
 * Returns the arguments that bind a git command to a workspace. git runs inside the tree, so that no path
 * leads it elsewhere.
 */
export function workspaceArguments({
  directory,
  gitDirectory,
}: {
  directory: string;
  gitDirectory: string;
}): string[] {
  return ["-C", directory, `--git-dir=${gitDirectory}`, `--work-tree=${directory}`];
}
