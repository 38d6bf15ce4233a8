/** Pages outside of the folder `docs` that the site has as well. */
const outsidePages: Readonly<Record<string, string>> = {
  "README.md": "/readme",
  "ARCHITECTURE.md": "/architecture",
  "CONTRIBUTING.md": "/contributing",
  "SECURITY.md": "/security",
  "CHANGELOG.md": "/changelog",
  "sdk/README.md": "/client",
  "bench/README.md": "/benchmarks",
};

/** Returns the address of a repository file on the site, such as `/code-hosts/github`, or null. */
export function addressOf(file: string): string | null {
  if (Object.hasOwn(outsidePages, file)) return outsidePages[file]!;
  if (!file.startsWith("docs/") || !file.endsWith(".md") || file === "docs/SUMMARY.md") return null;
  const name = file.slice("docs/".length, -".md".length);
  return `/${name.replace(/(^|\/)README$/, "$1")}`;
}
