import { expect, it } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { planDelete } from "./plan-delete.ts";
import { planMove } from "./plan-move.ts";

it("the start page is led to by the theme, and other pages are not", async () => {
  const texts = {
    "mkdocs.yml": "nav:\n  - a.md\nsite_name: A\n",
    "docs/index.md": "# A\n",
    "docs/a.md": "# B\n",
  };
  const { site } = await openTexts(texts);
  const unclear = async (from: string, to: string) => (await planMove(site, from, to)).unclear;
  const title = { path: "mkdocs.yml", line: 3, target: "/" };
  expect(await unclear("docs/index.md", "docs/home.md")).toEqual([title]);
  expect(await unclear("docs/index.md", "docs/README.md")).toEqual([]);
  expect(await unclear("docs/a.md", "docs/b.md")).toEqual([]);
  expect((await planDelete(site, "docs/index.md")).inbound).toEqual([{ ...title, stays: true }]);
  expect((await planDelete(site, "docs/a.md")).inbound).toMatchObject([{ line: 2 }]);
});

it("HonKit needs the first page of the book, or of each language's book", async () => {
  const unclear = async (texts: Record<string, string>, from: string, to: string) => {
    const { site } = await openTexts({ "book.json": '{\n "title": "A" }', ...texts });
    return (await planMove(site, from, to)).unclear.map(({ path, line }) => `${path}:${line}`);
  };
  const book = { "README.md": "# A\n", "SUMMARY.md": "- [B](b.md)\n", "b.md": "# B\n" };
  expect(await unclear(book, "README.md", "new/README.md")).toEqual(["book.json:2"]);
  expect(await unclear(book, "b.md", "c.md")).toEqual([]);
  const both = ["en", "sv"].flatMap((one) =>
    Object.entries(book).map(([path, text]) => [`${one}/${path}`, text]),
  );
  const books = { "LANGS.md": "* [English](en/)\n* [Svenska](sv/)\n", ...Object.fromEntries(both) };
  expect(await unclear(books, "sv/README.md", "sv/start.md")).toEqual(["book.json:1"]);
  expect(await unclear(books, "sv/b.md", "sv/c.md")).toEqual([]);
});
