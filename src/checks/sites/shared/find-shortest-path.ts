/** Returns the file of that name nearest to the root, or null. */
export function findShortestPath(files: ReadonlySet<string>, name: RegExp): string | null {
  const found = [...files].filter((path) => name.test(path) && !path.includes("node_modules/"));
  found.sort((a, b) => a.split("/").length - b.split("/").length || (a < b ? -1 : 1));
  return found[0] ?? null;
}
