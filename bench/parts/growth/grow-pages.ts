import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createSiteChecker } from "../../../src/checks/processes/create-site-checker.ts";
import { temporaryFolder, writeFiles } from "../../../test/helpers/git-fixture.ts";
import { commitFolder, openCheckedFolder } from "../../../test/helpers/open-checked-folder.ts";
import { makePages } from "../make-pages.ts";
import { type MeasureGrowth, measureSizes } from "./curves.ts";

/** Measures the check of a whole site of linked Markdown pages, and again after an edit of one of them. */
export const growPages: MeasureGrowth = async ({ isFull, say }) => {
  const sizes = [10, 100, 1_000, 10_000, ...(isFull ? [50_000] : [])];
  return await measureSizes({ of: "pages", unit: "ms", sizes }, say, async (size) => {
    const folder = await temporaryFolder();
    const checker = createSiteChecker();
    try {
      const files = makePages(size);
      const [path, text] = Object.entries(files)[0]!;
      await writeFiles(folder, files);
      const committed = await commitFolder(folder);
      try {
        await checker.parsePage("warm.mdx", "# Warm");
        const began = performance.now();
        const site = await openCheckedFolder(checker, folder, committed);
        const opened = performance.now();
        await writeFile(join(folder, path), `${text}\nOne more [link](/gone).\n`);
        site.noteChanges([path]);
        await site.check({
          changedPaths: [path],
          newPaths: [],
          renames: new Map(),
          baseCommit: committed.commit,
          readBase: async () => Buffer.from(text),
        });
        return { "whole site": opened - began, "after one edit": performance.now() - opened };
      } finally {
        await committed.remove();
      }
    } finally {
      checker.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
};
