import { checkSite } from "../src/checks/check-site.ts";
import { openSite } from "../src/checks/open-site.ts";
import { createScanCache } from "../src/checks/scan-cache.ts";
import type { Rule } from "../src/schemas/check-rules.ts";
import { injectors } from "../test/fixtures/sites/inject-faults.ts";
import { measureRule } from "../test/fixtures/sites/measure-rule.ts";
import { openCorpus } from "../test/fixtures/sites/open-corpus.ts";

/**
 * Precision and recall of each rule with injected faults, on the real sites in ../shared/corpora; the seed is
 * fixed. Usage: node bench/rules.ts [site…]
 */
const names = ["mintlify", "vite", "jest", "fastapi", "starlight", "nextra", "hugo", "mkdocs-material"];
const faults = 200;
const seed = 14;

console.log("| Site | Rule | Faults | Found | Wrong | Precision | Recall | On the untouched site |");
console.log("|---|---|---:|---:|---:|---:|---:|---:|");
const asked = process.argv.slice(2);
for (const name of asked.length === 0 ? names : asked) {
  const corpus = openCorpus(`${name}-docs`);
  if (corpus === null) continue;
  try {
    const { files, read } = corpus;
    const site = await openSite({ files, read, cache: createScanCache() });
    const report = await checkSite(site);
    for (const rule of Object.keys(injectors) as Rule[]) {
      const { injected, found, wrong, before, unjudged } = await measureRule({ site, read, report }, rule, {
        faults,
        seed,
      });
      const share = (part: number, all: number) => (all === 0 ? "–" : (part / all).toFixed(3));
      const cells =
        unjudged === null || found > 0
          ? [injected, found, wrong, share(found, found + wrong), share(found, injected), before]
          : [injected, "not judged", "", "", "", ""];
      console.log(`| ${[name, rule, ...cells].join(" | ")} |`);
    }
  } finally {
    corpus.remove();
  }
}
