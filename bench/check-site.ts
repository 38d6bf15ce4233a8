import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { type CheckedSite, createSiteChecker } from "../src/checks/processes/create-site-checker.ts";
import { type Corpus, openCorpus } from "../test/fixtures/sites/open-corpus.ts";
import { commitFolder, openCheckedFolder } from "../test/helpers/open-checked-folder.ts";
import { quantile } from "./parts/quantile.ts";

const startMs = 1_500;
const thinkMs = 2_000;
/** Edits after the first, for which a service that has run for a while is ready. */
const furtherEdits = 9;

/**
 * Measures the milliseconds of the whole-site check (cold, and warm: already opened and checked) on the
 * largest real site, next to a plain read of its pages in the same run. The check after one edit is measured
 * for a job that edits at once, and for one whose model takes a while: what it needs is prepared meanwhile;
 * and again for further edits of the same page (median).
 * Usage: node bench/check-site.ts [FOLDER]; without one, the largest real site is measured.
 */
async function bench(corpus: Corpus): Promise<void> {
  const pages = corpus.files.filter((path) => /\.mdx?$/.test(path));
  const readAll = async (): Promise<void> => {
    for (let at = 0; at < pages.length; at += 16) {
      await Promise.all(pages.slice(at, at + 16).map((path) => corpus.read(path)));
    }
  };
  await readAll();
  const committed = await commitFolder(corpus.directory);
  const plainReadMs = await time(readAll);
  const page = pages.find((path) => path.endsWith(".mdx"))!;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const { editMs: editAtOnceMs, ...figures } = await checkFolder(corpus, { committed, page, thinkMs: 0 });
  const { editMs: editLaterMs, editAgainMs } = await checkFolder(corpus, { committed, page, thinkMs });
  delay.disable();
  await committed.remove();
  const all = {
    plainReadMs,
    ...figures,
    editAtOnceMs,
    editLaterMs,
    editAgainMs,
    mainThreadDelayMs: delay.max / 1e6,
  };
  const rounded = Object.entries(all).map(([name, ms]) => [name, Math.round(ms)]);
  console.log(JSON.stringify({ pages: pages.length, ...Object.fromEntries(rounded) }));
}

interface FolderToCheck {
  committed: Awaited<ReturnType<typeof commitFolder>>;
  /** The page that is edited. */
  page: string;
  /** How long the job waits before its edit. */
  thinkMs: number;
}

async function checkFolder(corpus: Corpus, { committed, page, thinkMs }: FolderToCheck) {
  const siteChecker = createSiteChecker();
  const open = () => openCheckedFolder(siteChecker, corpus.directory, committed);
  const base = await corpus.read(page);
  const file = join(corpus.directory, page);
  await siteChecker.parsePage("warm.mdx", "# warm");
  siteChecker.warm();
  await sleep(startMs);
  let site = null as CheckedSite | null;
  const coldMs = await time(async () => {
    site = await open();
  });
  await sleep(thinkMs);
  const edit = async (link: string): Promise<number> => {
    await writeFile(file, Buffer.concat([base, Buffer.from(`\nOne more [link](${link}).\n`)]));
    return await time(async () => {
      site!.noteChanges([page]);
      await site!.check({
        changedPaths: [page],
        newPaths: [],
        renames: new Map(),
        baseCommit: committed.commit,
        readBase: async () => base,
      });
    });
  };
  const editMs = await edit("/gone");
  const further: number[] = [];
  for (let at = 0; at < furtherEdits; at += 1) further.push(await edit(`/gone-${at}`));
  const editAgainMs = quantile(further, 0.5);
  const warmMs = await time(open);
  siteChecker.close();
  await writeFile(file, base);
  return { coldMs, coldCheckMs: site!.baseline.durationMs, editMs, editAgainMs, warmMs };
}

/** A copy of a folder, as the page is edited. */
function openFolder(original: string): Corpus {
  const directory = mkdtempSync(join(tmpdir(), "copydesk-bench-"));
  cpSync(original, directory, { recursive: true, filter: (path) => basename(path) !== ".git" });
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)));
  return {
    directory,
    files,
    read: (path) => readFile(join(directory, path)),
    remove: () => rmSync(directory, { recursive: true }),
  };
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const folder = process.argv[2];
const corpus = folder === undefined ? openCorpus("mintlify-docs") : openFolder(folder);
if (corpus !== null) await bench(corpus).finally(() => corpus.remove());
