import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { type CheckedSite, createSiteChecker } from "../src/checks/processes/create-site-checker.ts";
import { type Corpus, openCorpus } from "../test/fixtures/sites/open-corpus.ts";
import { commitFolder, openCheckedFolder } from "../test/helpers/open-checked-folder.ts";

const startMs = 1_500;

/**
 * Measures the milliseconds of the whole-site check (cold, and warm: already opened and checked) on the
 * largest real site, next to a plain read of its pages in the same run.
 */
async function bench(corpus: Corpus): Promise<void> {
  const pages = corpus.files.filter((path) => /\.mdx?$/.test(path));
  const readAll = async (): Promise<void> => {
    for (let at = 0; at < pages.length; at += 16) {
      await Promise.all(pages.slice(at, at + 16).map((path) => corpus.read(path)));
    }
  };
  await readAll();
  const siteChecker = createSiteChecker();
  const committed = await commitFolder(corpus.directory);
  const open = () => openCheckedFolder(siteChecker, corpus.directory, committed);
  const page = pages.find((path) => path.endsWith(".mdx"))!;
  const base = await corpus.read(page);
  await siteChecker.parsePage("warm.mdx", "# warm");
  siteChecker.warm();
  await sleep(startMs);
  const plainReadMs = await time(readAll);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let site = null as CheckedSite | null;
  const coldMs = await time(async () => {
    site = await open();
  });
  const { durationMs: coldCheckMs } = site!.baseline;
  await writeFile(
    join(corpus.directory, page),
    Buffer.concat([base, Buffer.from("\nOne more [link](/gone).\n")]),
  );
  const afterOneEditMs = await time(async () => {
    site!.noteChanges([page]);
    await site!.check({
      changedPaths: [page],
      newPaths: [],
      renames: new Map(),
      baseCommit: committed.commit,
      readBase: async () => base,
    });
  });
  const warmMs = await time(open);
  delay.disable();
  siteChecker.close();
  await committed.remove();
  const figures = {
    plainReadMs,
    coldMs,
    coldCheckMs,
    afterOneEditMs,
    warmMs,
    mainThreadDelayMs: delay.max / 1e6,
  };
  const rounded = Object.entries(figures).map(([name, ms]) => [name, Math.round(ms)]);
  console.log(JSON.stringify({ pages: pages.length, ...Object.fromEntries(rounded) }));
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const corpus = openCorpus("mintlify-docs");
if (corpus !== null) await bench(corpus).finally(() => corpus.remove());
