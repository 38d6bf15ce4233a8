import { posix } from "node:path";

/** Pages beside the folder `docs`, which its pages lead to. */
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
 * Where a file of the repository is on the site, below `/docs`: `` for its first page, `code-hosts/github`,
 * `images/job.png`; null for what the site does not have.
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

/** What a link of a page means, as a file of the repository; null for one that leads elsewhere. */
export function fileOfLink(page: string, target: string): { file: string; rest: string } | null {
  const end = target.search(/[?#]/);
  const path = end === -1 ? target : target.slice(0, end);
  if (path === "" || path.startsWith("/") || /^[a-z][a-z+.-]*:/i.test(path)) return null;
  return { file: posix.join(posix.dirname(page), decodeURI(path)), rest: target.slice(path.length) };
}
