import { hash } from "node:crypto";
import { expect, it } from "vitest";
import { checkSite } from "../check-site.ts";
import { openSite } from "./open-site.ts";
import { createScanCache } from "./scan-cache.ts";

const pages = { "mkdocs.yml": "site_name: Site\n", "docs/index.md": "# Home\n", "docs/a.md": "# A\n" };

/** Returns a commit's files, and records which of them were read. */
function committed(texts: Readonly<Record<string, string>>) {
  const reads: string[] = [];
  const bytesOf = (path: string) => Buffer.from(texts[path] ?? "");
  return {
    reads,
    files: Object.keys(texts),
    idOf: (path: string) => {
      const bytes = bytesOf(path);
      return hash("sha1", Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]));
    },
    read: async (path: string) => {
      reads.push(path);
      return bytesOf(path);
    },
  };
}

it("reads of a second commit only the pages that it changed", async () => {
  const cache = createScanCache();
  await openSite({ ...committed(pages), cache });
  const second = committed({ ...pages, "docs/a.md": "# Another\n" });
  const site = await openSite({ ...second, cache });
  expect(second.reads.filter((path) => path.endsWith(".md"))).toEqual(["docs/a.md"]);
  expect(site.pages.get("docs/a.md")?.headings[0]?.text).toBe("Another");
});

it("recognises a page of a commit in a working tree", async () => {
  const cache = createScanCache();
  const before = await openSite({ ...committed(pages), cache });
  const { idOf: _, ...tree } = committed(pages);
  const site = await openSite({ ...tree, cache });
  expect(site.pages.get("docs/a.md")).toBe(before.pages.get("docs/a.md"));
});

it("reads a changed page by its bytes, whatever the commit says of it", async () => {
  const tree = committed(pages);
  const base = await openSite({ ...tree, cache: createScanCache() });
  const site = base.copy(async (path) =>
    path === "docs/a.md" ? Buffer.from("# New\n") : await tree.read(path),
  );
  await site.update(["docs/a.md"]);
  expect(site.pages.get("docs/a.md")?.headings[0]?.text).toBe("New");
  expect(base.pages.get("docs/a.md")?.headings[0]?.text).toBe("A");
});

it.each([
  [".gitignore", "docs/made.md\n", "docs/index.md", "[made](made.md)\n"],
  ["make.sh", "cp -r a docs/made\n", "docs/index.md", "[made](made/a.md)\n"],
  ["docs/_redirects", "/old /a/\n", "docs/index.md", "[old](/old)\n"],
])("judges by %s as a change leaves it", async (path, text, page, link) => {
  const tree = committed(pages);
  const site = (await openSite({ ...tree, cache: createScanCache() })).copy(async (one) =>
    one === path ? Buffer.from(text) : one === page ? Buffer.from(link) : await tree.read(one),
  );
  await site.update([page]);
  expect((await checkSite(site)).findings).toHaveLength(1);
  await site.update([path]);
  expect((await checkSite(site)).findings).toEqual([]);
});
