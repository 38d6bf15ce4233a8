import { checkSite } from "../src/checks/check-site.ts";
import { createMdxPool } from "../src/checks/create-mdx-pool.ts";
import { openSite } from "../src/checks/open-site.ts";
import { createScanCache } from "../src/checks/scan-cache.ts";
import { type Corpus, openCorpus } from "../test/fixtures/sites/open-corpus.ts";

/** Milliseconds of the whole-site check on the largest real site, next to a plain read of its pages in the same run. */
async function bench(corpus: Corpus): Promise<void> {
  const pages = corpus.files.filter((path) => /\.mdx?$/.test(path));
  const readAll = async (): Promise<void> => {
    for (let at = 0; at < pages.length; at += 16) {
      await Promise.all(pages.slice(at, at + 16).map((path) => corpus.read(path)));
    }
  };
  await readAll();
  const edited = new Map<string, Buffer>();
  const cache = createScanCache();
  const read = async (path: string): Promise<Buffer> => edited.get(path) ?? (await corpus.read(path));
  const open = () => openSite({ directory: corpus.directory, files: corpus.files, read, cache });
  const mdxPool = createMdxPool();
  await mdxPool.parse("# warm");
  const plainReadMs = await time(readAll);
  let site = null as Awaited<ReturnType<typeof open>> | null;
  const cpuBefore = process.cpuUsage();
  const coldOpenMs = await time(async () => {
    site = await open();
  });
  const coldCheckMs = await time(() => checkSite(site!, { mdxPool }));
  const cpu = process.cpuUsage(cpuBefore);
  const coldCpuMs = (cpu.user + cpu.system) / 1000;
  const page = pages.find((path) => path.endsWith(".mdx"))!;
  edited.set(page, Buffer.concat([await corpus.read(page), Buffer.from("\nOne more [link](/gone).\n")]));
  const afterOneEditMs = await time(async () => {
    await site!.update([page]);
    await checkSite(site!, { changedPaths: [page], readBase: corpus.read, mdxPool });
  });
  const warmOpenMs = await time(open);
  await mdxPool.close();
  const figures = {
    plainReadMs,
    coldMs: coldOpenMs + coldCheckMs,
    coldOpenMs,
    coldCheckMs,
    coldCpuMs,
    afterOneEditMs,
    warmOpenMs,
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
