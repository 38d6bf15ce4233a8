import { expect, it } from "vitest";
import { compareRedirectTable } from "./compare-redirect-table.ts";

const before = `[book]
title = "T"

[output.html.redirect]
# Moved in spring.
"/old.html" = "new.html"
"/away.html" = "https://example.com/"

[preprocessor.links]
`;
const judge = (from: string | RegExp, to: string) => compareRedirectTable(before, before.replace(from, to));
const line = '"/old.html" = "new.html"\n';

it.each([
  ["another target", '"new.html"', '"guide/new.html#a"'],
  ["one more", line, `${line}"/older.html" = "guide/new.html"\n`],
  ["one less", line, ""],
  ["another in its place", line, '"/a.html" = "../b.html"\n'],
])("a table may have %s", (_, from, to) => expect(judge(from, to)).toBeNull());

it.each([
  ["another setting", 'title = "T"', 'title = "U"', "more than the redirects"],
  ["a command", "[preprocessor.links]", '[preprocessor.links]\ncommand = "sh"', "more than the redirects"],
  ["a table that begins elsewhere", line, '[preprocessor.x]\n"command" = "sh"\n', "more than the redirects"],
  ["a key that is no redirect", line, `${line}command = "sh"\n`, "more than the redirects"],
  ["two values in a line", line, `${line}"/a.html" = "b.html", "/c.html" = 1\n`, "more than the redirects"],
  ["no comment any more", "# Moved in spring.\n", "", "more than the redirects"],
  ["the same source twice", line, line + line, "two redirects from /old.html"],
  ["another host", '"new.html"', '"https://example.org/"', "to https://example.org/"],
  ["a host without a scheme", '"new.html"', '"//example.org/"', "to //example.org/"],
  ["a script", '"new.html"', '"javascript:alert(1)"', "to javascript:alert(1)"],
  ["a source outside of the book", '"/old.html"', '"/../../old.html"', "from /../../old.html"],
])("a change that brings %s is refused", (_, from, to, said) => expect(judge(from, to)).toContain(said));
