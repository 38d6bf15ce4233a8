import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { openCorpus } from "../test/fixtures/sites/open-corpus.ts";
import { printTable } from "./parts/print-table.ts";
import { quantile } from "./parts/quantile.ts";

/**
 * Measures the seconds of `copydesk check` as a new process on real sites: the first run on a folder, and
 * the second, which knows the pages. Usage: node bench/check-folder.ts [RUNS [OTHER_TREE]]; another installed
 * tree is measured in turns, and its findings are compared.
 */
const runs = Number(process.argv[2] ?? 3);
const own = join(import.meta.dirname, "..");
const trees = [own, ...process.argv.slice(3).map((one) => resolve(one))];
const sites = ["mintlify", "starlight", "jest", "hugo", "fastapi", "vite", "nextra", "mkdocs-material"];

const rows: string[][] = [];
for (const site of sites) for (const row of benchSite(`${site}-docs`)) rows.push(row);
printTable(["Site", "Pages", "Tree", "First run, s", "Second run, s", "Same findings"], rows);

function benchSite(name: string): string[][] {
  const seconds = trees.map(() => ({ first: [] as number[], second: [] as number[] }));
  const findings = trees.map(() => "");
  let pages = 0;
  for (let run = 0; run < runs; run += 1) {
    for (const [index, tree] of trees.entries()) {
      // The results of a folder are kept, so that each first run needs a new one.
      const corpus = openCorpus(name);
      if (corpus === null) return [];
      const first = check(tree, corpus.directory);
      const second = check(tree, corpus.directory);
      seconds[index]!.first.push(first.seconds);
      seconds[index]!.second.push(second.seconds);
      findings[index] = first.findings;
      pages = first.pages;
      corpus.remove();
    }
  }
  const median = (values: number[]) => quantile(values, 0.5).toFixed(2);
  return trees.map((tree, index) => {
    const { first, second } = seconds[index]!;
    const isSame = findings[index] === findings[0] ? "yes" : "no";
    return [name, String(pages), index === 0 ? "this" : tree, median(first), median(second), isSame];
  });
}

function check(tree: string, folder: string) {
  const start = performance.now();
  const words = [join(tree, "scripts/start-main.mjs"), "check", folder, "--json"];
  const { stdout } = spawnSync(process.execPath, words, { encoding: "utf8", maxBuffer: 256 * 1024 * 1024 });
  const seconds = (performance.now() - start) / 1000;
  const { problems, warnings, notJudged, site } = JSON.parse(stdout);
  return {
    seconds,
    findings: JSON.stringify([problems, warnings, notJudged]),
    pages: site.pageCount as number,
  };
}
