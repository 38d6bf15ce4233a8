import { checkSite } from "../src/checks/check-site.ts";
import { openSite } from "../src/checks/model/open-site.ts";
import { createScanCache } from "../src/checks/model/scan-cache.ts";
import { measuredRules, measureRule } from "../test/fixtures/sites/measure-rule.ts";
import { openCorpus } from "../test/fixtures/sites/open-corpus.ts";

/**
 * Measures precision and recall of each rule with injected faults, on the real sites in ../shared/corpora;
 * the seed is fixed. Usage: node bench/rules.ts [site…]
 */
const names = ["mintlify", "vite", "jest", "fastapi", "starlight", "nextra", "hugo", "mkdocs-material"];
const faults = 200;
const seed = 14;

const share = (part: number, all: number) => (all === 0 ? "–" : (part / all).toFixed(3));
console.log(
  "| Site | Rule | Faults | Not judged | Found | Wrong | Precision | Recall | On the untouched site |",
);
console.log("|---|---|---:|---:|---:|---:|---:|---:|---:|");
const sums = new Map<
  string,
  { sites: number; injected: number; notJudged: number; found: number; wrong: number }
>();
const asked = process.argv.slice(2);
for (const name of asked.length === 0 ? names : asked) {
  const corpus = openCorpus(`${name}-docs`);
  if (corpus === null) continue;
  try {
    const { files, read } = corpus;
    const site = await openSite({ files, read, cache: createScanCache() });
    const report = await checkSite(site);
    for (const rule of measuredRules) {
      const measured = await measureRule({ site, read, report }, rule, { faults, seed });
      const { injected, notJudged, found, wrong, before, unjudged } = measured;
      if (unjudged === null && injected + notJudged === 0) continue;
      const sum = sums.get(rule) ?? { sites: 0, injected: 0, notJudged: 0, found: 0, wrong: 0 };
      if (injected > 0) sum.sites += 1;
      for (const key of ["injected", "notJudged", "found", "wrong"] as const) sum[key] += measured[key];
      sums.set(rule, sum);
      const cells =
        unjudged === null
          ? [injected, notJudged, found, wrong, share(found, found + wrong), share(found, injected), before]
          : ["", "all", "", "", "", "", ""];
      console.log(`| ${[name, rule, ...cells].join(" | ")} |`);
    }
  } finally {
    corpus.remove();
  }
}

console.log("\n| Rule | Sites | Faults | Not judged | Found | Wrong | Precision | Recall |");
console.log("|---|---:|---:|---:|---:|---:|---:|---:|");
for (const [rule, { sites, injected, notJudged, found, wrong }] of sums) {
  const cells = [
    sites,
    injected,
    notJudged,
    found,
    wrong,
    share(found, found + wrong),
    share(found, injected),
  ];
  console.log(`| ${[rule, ...cells].join(" | ")} |`);
}
