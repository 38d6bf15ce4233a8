const foreign = /(?:^|\/)(?:\.[^/]+|node_modules)\//;
/** Files beside or in a folder `vendor` that Go, Composer or jsonnet-bundler keeps packages in. */
const keepers = ["vendor/modules.txt", "composer.json", "jsonnetfile.json"];
/** Folders of hosts, in which these keep packages by their addresses. */
const hosted = /^((?:[^/]+\/)*)vendor\/(?:github\.com|gitlab\.com|golang\.org)\//;

/** Returns a test for the repository's own pages: not of a package kept in it, such as in Go's `vendor`. */
export function ownPages(files: ReadonlySet<string>): (path: string) => boolean {
  const keeping = new Set<string>();
  for (const path of files) {
    const [, folder] = hosted.exec(path) ?? [];
    if (folder !== undefined) keeping.add(folder);
  }
  const isVendored = (path: string): boolean => {
    for (let at = path.indexOf("vendor/"); at >= 0; at = path.indexOf("vendor/", at + 1)) {
      const folder = path.slice(0, at);
      const isKept = keeping.has(folder) || keepers.some((one) => files.has(folder + one));
      if ((at === 0 || folder.endsWith("/")) && isKept) return true;
    }
    return false;
  };
  return (path) => !foreign.test(path) && !isVendored(path);
}
