import { change } from "./four-step-script.ts";

const linesPerPage = 20;

/**
 * Returns `count` pages (repository path → text) in folders of 100, linked to each other; one has the wrong
 * term.
 */
export function makePages(count: number): Record<string, string> {
  const lines = Array.from({ length: linesPerPage - 5 }, (_, n) => `Line ${n} says what the service does.`);
  const pages = Array.from({ length: count }, (_, n): [string, string] => {
    const path = pathOf(n);
    const next = pathOf((n + 1) % count);
    const term = path === change.path ? `Keep ${change.from} safe.\n` : "";
    return [path, `# Page ${n}\n\n${lines.join("\n")}\n\nGo on with the [next page](/${next}).\n${term}`];
  });
  return Object.fromEntries(pages);
}

function pathOf(n: number): string {
  return n < 100 ? `docs/page-${n}.md` : `docs/part-${Math.floor(n / 100)}/page-${n}.md`;
}
