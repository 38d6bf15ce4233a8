import { expect, test } from "vitest";
import { pairPages } from "./pair-pages.ts";
import { parseRecord, recordPath, writeRecord } from "./translation-record.ts";

test.each([
  ["VitePress, Starlight and Mintlify: folders beside the pages", "guide/a.md", "fr/guide/a.md"],
  ["Starlight", "src/content/docs/guide/a.mdx", "src/content/docs/pt-br/guide/a.mdx"],
  ["Nextra, Hugo and MkDocs: a folder for each language", "content/en/a.mdx", "content/fr/a.mdx"],
  ["Hugo and MkDocs: names of files", "docs/a.md", "docs/a.fr.md"],
  ["i18n without a generator's folders", "docs/a.md", "docs/i18n/fr/a.md"],
  ["Docusaurus", "docs/guide/a.md", "i18n/fr/docusaurus-plugin-content-docs/current/guide/a.md"],
  ["Docusaurus' blog", "blog/2026-a.md", "i18n/fr/docusaurus-plugin-content-blog/2026-a.md"],
  ["Docusaurus' pages", "src/pages/a.md", "i18n/fr/docusaurus-plugin-content-pages/a.md"],
  [
    "Docusaurus below a folder, with a second set of documents",
    "site/api/a.md",
    "site/i18n/zh-Hans/docusaurus-plugin-content-docs-api/current/a.md",
  ],
])("%s", (_what, source, path) => {
  const pairs = pairPages([source, path, "README.md"], "en");
  expect(pairs).toEqual([{ path, source, language: expect.stringMatching(/^(fr|pt-br|zh-Hans)$/) }]);
});

test("pages of earlier versions, and those without a source, have no pair", () => {
  const files = [
    ...[
      "docs/a.md",
      "versioned_docs/version-1.0/a.md",
      "i18n/fr/docusaurus-plugin-content-docs/current/b.md",
    ],
    ...["i18n/fr/docusaurus-plugin-content-docs/version-1.0/a.md", "docs/v1/a.md", "docs/v1/fr/a.md"],
  ];
  expect(pairPages(files, "en")).toEqual([]);
});

test("the source's language may be another one", () => {
  const files = ["content/en/a.md", "content/de/a.md", "content/fr/a.md"];
  expect(pairPages(files, "de").map(({ path, source }) => [path, source])).toEqual([
    ["content/en/a.md", "content/de/a.md"],
    ["content/fr/a.md", "content/de/a.md"],
  ]);
});

test("a record is read as it was written, and anything else is none", () => {
  const entry = { source: "a.md", commit: "a".repeat(40), translation: "0".repeat(16), blocks: ["h1:0"] };
  const record = { "fr/b.md": entry, "fr/a.md": entry };
  const text = writeRecord(record);
  expect(parseRecord(text)).toEqual(record);
  expect(text.split("\n").filter((line) => line.includes("fr/"))).toHaveLength(2);
  expect(text.indexOf("fr/a.md")).toBeLessThan(text.indexOf("fr/b.md"));
  expect(parseRecord(writeRecord({}))).toEqual({});
  for (const broken of ["", "[]", "{", '{"version":2,"pages":{}}', text.replace("aaaa", "HEAD")]) {
    expect(parseRecord(broken), broken).toBe(null);
  }
  expect(recordPath("pt-BR")).toBe(".copydesk/translations/pt-BR.json");
});
