import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createSiteChecker } from "../../../src/checks/processes/create-site-checker.ts";
import { temporaryFolder, writeFiles } from "../../../test/helpers/git-fixture.ts";
import { commitFolder, openCheckedFolder } from "../../../test/helpers/open-checked-folder.ts";
import { makePages } from "../make-pages.ts";
import { quantile } from "../quantile.ts";
import { type MeasureGrowth, measureSizes } from "./curves.ts";

const editsMax = 8;

/**
 * Measures the check of a whole site of linked Markdown pages, and again after edits: the first comes at
 * once and waits for what is otherwise prepared while a model is asked, the others come after that.
 */
export const growPages: MeasureGrowth = async ({ isFull, say }) => {
  const sizes = [10, 100, 1_000, 10_000, ...(isFull ? [100_000] : [])];
  return await measureSizes({ of: "pages", unit: "ms", sizes }, say, async (size) => {
    const folder = await temporaryFolder();
    const checker = createSiteChecker();
    try {
      const files = makePages(size);
      await writeFiles(folder, files);
      const committed = await commitFolder(folder);
      try {
        await checker.parsePage("warm.mdx", "# Warm");
        const began = performance.now();
        const site = await openCheckedFolder(checker, folder, committed);
        const whole = performance.now() - began;
        const [first, ...others] = Object.entries(files).slice(0, editsMax);
        const edit = async ([path, text]: [string, string]) => {
          const edited = performance.now();
          await writeFile(join(folder, path), `${text}\nOne more [link](/gone).\n`);
          site.noteChanges([path]);
          const { commit: baseCommit } = committed;
          const change = { changedPaths: [path], newPaths: [], renames: new Map(), baseCommit };
          await site.check({ ...change, readBase: async () => Buffer.from(text) });
          return performance.now() - edited;
        };
        const atOnce = await edit(first!);
        const later: number[] = [];
        for (const one of others) later.push(await edit(one));
        return { "whole site": whole, "first edit, at once": atOnce, "a later edit": quantile(later, 0.5) };
      } finally {
        await committed.remove();
      }
    } finally {
      checker.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
};
