import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RecordedPage } from "../../scripts/oracle/record-pages.ts";
import { addressKey } from "../../src/checks/address-key.ts";
import { anchorsOf } from "../../src/checks/page-anchors.ts";
import { resolveLink } from "../../src/checks/resolve-link.ts";
import type { Site } from "../../src/checks/site.ts";
import type { PageLink } from "../../src/markdown/page-scan.ts";
import { openFixture } from "../fixtures/sites/open-fixture.ts";
import { differences } from "./differences.ts";

const names = ["vitepress", "docusaurus", "starlight"] as const;

describe.each(names)("%s: the model and the built site", async (name) => {
  const recorded = JSON.parse(
    await readFile(join(import.meta.dirname, `${name}.json`), "utf8"),
  ) as RecordedPage[];
  const fixture = await openFixture(name);
  const { site } = fixture;
  const explained: Readonly<Record<string, string>> = differences[name];

  it("agree on every address", () => {
    const model = [...site.index.addresses].map(([address, page]) => `${address} ${page}`);
    expect(model.sort()).toEqual(recorded.map((page) => `${addressKey(page.address)} ${page.source}`).sort());
  });

  it.each(recorded.map((page) => [page.address, page] as const))("agree on the ids of %s", (_, page) => {
    const anchors = [...anchorsOf(site, page.source)];
    const ids = new Set(page.ids);
    expect(anchors.filter((id) => !ids.has(id) && !(`#${id}` in explained))).toEqual([]);
    expect(anchors).toEqual(expect.arrayContaining(page.headingIds.filter((id) => !(`#${id}` in explained))));
  });

  // Where a page stands in for a translation, its links count from another address.
  const own = recorded.filter(
    ({ source, address }) => addressKey(firstAddress(site, source)) === addressKey(address),
  );

  it.each(own.map((page) => [page.address, page] as const))("agree on the links of %s", async (_, page) => {
    const model: string[] = [];
    const truth: string[] = [];
    for (const { text, target, kind } of namedLinks(site, page, await fixture.text(page.source))) {
      const real = page.links[text];
      if (real === undefined || text in explained) continue;
      model.push(`${text} ${target}: ${describeFound(site, page, target, kind)}`);
      truth.push(`${text} ${target}: ${describeReal(recorded, real)}`);
    }
    expect(model).toEqual(truth);
  });
});

function firstAddress(site: Site, path: string): string {
  return site.configuration.routing!.addressesOf({ path, facts: site.pages.get(path) }, site.files)[0]!;
}

/** The text of a tag's link stands behind the tag. */
function namedLinks(site: Site, page: RecordedPage, text: string) {
  return site.pages.get(page.source)!.links.map((link) => {
    const behind = /^["']?[^<>]*>(L\d+)/.exec(text.slice(link.end, link.end + 200))?.[1];
    return { ...link, text: link.kind === "href" ? (behind ?? "") : link.text.trim() };
  });
}

function describeFound(site: Site, page: RecordedPage, target: string, kind: PageLink["kind"]): string {
  const found = resolveLink(site, page.source, target, kind);
  if (found.kind === "page") return `page ${found.path}`;
  // A page that is a script, or a list that the generator makes.
  if (
    found.kind === "generated" ||
    found.kind === "redirect" ||
    (found.kind === "file" && /\.(?:[jt]sx?|astro)$/.test(found.path))
  )
    return "other page";
  return found.kind === "file" ? "file" : found.kind === "missing" ? "nothing" : found.kind;
}

function describeReal(pages: readonly RecordedPage[], real: RecordedPage["links"][string]): string {
  if (real.kind !== "page") return real.kind;
  const page = pages.find(({ address }) => address === real.address);
  return page === undefined ? "other page" : `page ${page.source}`;
}
