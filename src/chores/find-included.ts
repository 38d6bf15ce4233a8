import { isPagePath } from "../text/page-path.ts";
import type { Steps } from "./chore.ts";
import { gatherAll } from "./gather-items.ts";
import { matchingFilesSource } from "./list-sources.ts";
import { isEditablePage } from "./page-paths.ts";
import { processPages } from "./process-pages.ts";

/** What lines contain by which generators put one file of Markdown into another. */
const marks = ["8<-", "{% include", "include-markdown", "{!", "@include:", "{{#include", "{include}"];

/** Returns a test whether a page may be put into others, to whose text front matter would belong. */
export function* findIncluded(): Steps<(path: string) => boolean> {
  const holders = new Set<string>();
  for (const mark of marks) {
    const { items } = yield* gatherAll(matchingFilesSource(mark));
    for (const { path } of items) if (isEditablePage(path)) holders.add(path);
  }
  const named = new Set<string>();
  yield* processPages([...holders], {
    *change(page) {
      for (const line of page.lines)
        if (marks.some((mark) => line.includes(mark))) for (const file of namesIn(line)) named.add(file);
      return null;
    },
    changed: () => {},
    unreadable: () => {},
  });
  // From which folder the name counts is the generator's affair.
  return (path) => endings(path).some((one) => named.has(one));
}

/** Returns `a/b.md` and `b.md` for `a/b.md`. */
function endings(path: string): string[] {
  const names = path.split("/");
  return names.map((_, at) => names.slice(at).join("/"));
}

/** Returns the files of Markdown that a line names, without the way up to them. */
function namesIn(line: string): string[] {
  const words = line.split(/["'\s{}!:()[\]<>#]/);
  return words.filter((word) => isPagePath(word)).map((word) => word.replace(/^[./]+/, ""));
}
