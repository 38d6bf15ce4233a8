const foreign = /(?:^|\/)(?:\.[^/]+|node_modules)\//;

/** Returns a test for the repository's own pages: not of a package kept in it, such as in Go's `vendor`. */
export function ownPages(files: ReadonlySet<string>): (path: string) => boolean {
  const hasVendored = files.has("vendor/modules.txt");
  return (path) => !foreign.test(path) && !(hasVendored && path.startsWith("vendor/"));
}
