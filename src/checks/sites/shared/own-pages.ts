const foreign = /(?:^|\/)(?:\.[^/]+|node_modules)\//;

/** Whether a page is the repository's own: not of a package that is kept in it, Go's `vendor` among them. */
export function ownPages(files: ReadonlySet<string>): (path: string) => boolean {
  const hasVendored = files.has("vendor/modules.txt");
  return (path) => !foreign.test(path) && !(hasVendored && path.startsWith("vendor/"));
}
