import { expect, it } from "vitest";
import { createPause } from "../create-pause.ts";
import { openSite } from "../model/open-site.ts";
import { createScanCache } from "../model/scan-cache.ts";
import type { Site } from "../model/site.ts";
import { checkInternalLinks } from "./internal-link.ts";

async function open(files: Record<string, string>, redirects: object[] = []): Promise<Site> {
  const all = { "docs.json": JSON.stringify({ navigation: { pages: ["index"] }, redirects }), ...files };
  return await openSite({
    files: Object.keys(all),
    read: async (path) => Buffer.from(all[path as keyof typeof all]!),
    cache: createScanCache(),
  });
}

async function check(site: Site) {
  return await checkInternalLinks({
    ...{ site, pages: site.pages, newPaths: [], changedPaths: [], oldPaths: new Map() },
    ...{
      siteBefore: site,
      knownWords: null,
      provenAnchors: null,
      pause: createPause(),
      leaveOut: () => undefined,
      leavePartOut: () => undefined,
    },
  });
}

it("follows the redirects once for many links to the same missing page, and reports each of them", async () => {
  const count = 3_000;
  const redirects = Array.from({ length: 50 }, (_, n) => ({
    source: `/:a*/${n}/:b*`,
    destination: "/index",
  }));
  const site = await open({ "index.mdx": "[x](/gone/a/b) [y](/lost/a/b)\n".repeat(count) }, redirects);
  let compared = 0;
  for (const redirect of site.index.redirects.wildcards) {
    const { parts } = redirect;
    Object.defineProperty(redirect, "parts", {
      get() {
        compared += 1;
        return parts;
      },
    });
  }
  const findings = await check(site);
  expect(findings).toHaveLength(2 * count);
  expect(findings.at(-1)).toMatchObject({ line: count, message: "/lost/a/b leads nowhere" });
  // Two targets, each compared at most once with every redirect.
  expect(compared).toBeLessThanOrEqual(2 * redirects.length);
});

it("offers a page of the same language among thousands of the same name", async () => {
  const pages = Object.fromEntries(
    Array.from({ length: 2_000 }, (_, n) => [`f${n}/setup.mdx`, "# Set-up\n"]),
  );
  const site = await open({
    ...pages,
    "es/f/setup.mdx": "# Set-up\n",
    "es/index.mdx": "[x](/es/gone/setup)\n",
    "index.mdx": "[x](/gone/setup)\n",
  });
  const [spanish, other] = await check(site);
  expect(spanish?.candidates).toEqual(["/es/f/setup"]);
  expect(other?.candidates).toEqual(["/f0/setup", "/f1/setup", "/f2/setup", "/f3/setup", "/f4/setup"]);
});

it("offers no certain repair that leads to the page of the link itself, unless to a place in it", async () => {
  const redirects = [{ source: "/guide/boats.example", destination: "/guide/sails" }];
  const site = await open(
    { "guide/sails.mdx": "[x](boats.example) [y](boats.example#up)\n\n## Up\n" },
    redirects,
  );
  const found = await check(site);
  expect(found.map(({ suggestion, candidates }) => suggestion?.new ?? candidates)).toEqual([
    ["sails"],
    "sails#up",
  ]);
});
