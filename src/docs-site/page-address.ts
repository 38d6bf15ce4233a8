import { posix } from "node:path";

/** Pages outside the folder `docs` that its pages link to. */
export const outsidePages: Readonly<Record<string, string>> = {
  "README.md": "readme",
  "ARCHITECTURE.md": "architecture",
  "CONTRIBUTING.md": "contributing",
  "SECURITY.md": "security",
  "CHANGELOG.md": "changelog",
  "sdk/README.md": "client",
  "bench/README.md": "benchmarks",
};

/**
 * Returns the address of a repository file on the site, below `/docs`: `` for the first page,
 * `code-hosts/github`, `images/job.png`; null if the site does not have it.
 */
export function addressOf(file: string): string | null {
  if (Object.hasOwn(outsidePages, file)) return outsidePages[file]!;
  if (!file.startsWith("docs/")) return null;
  const name = file.slice("docs/".length);
  if (name.endsWith(".png")) return name;
  return name.endsWith(".md") && name !== "SUMMARY.md"
    ? name.replace(/(?:^|\/)README\.md$/, "").replace(/\.md$/, "")
    : null;
}

/** Returns the repository file that a page's link leads to; null if it leads elsewhere. */
export function fileOfLink(page: string, target: string): { file: string; rest: string } | null {
  const end = target.search(/[?#]/);
  const path = end === -1 ? target : target.slice(0, end);
  if (path === "" || path.startsWith("/") || /^[a-z][a-z+.-]*:/i.test(path)) return null;
  return { file: posix.join(posix.dirname(page), decodeURI(path)), rest: target.slice(path.length) };
}
