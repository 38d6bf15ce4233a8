import { expect, it } from "vitest";
import { compareRedirectDictionary, compareRedirectTable } from "./compare-redirect-table.ts";

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

const dictionary = 'import os\n\nrediraffe_redirects = {\n    "old": "new",\n    "older": "new",\n}\n';
const judgeDictionary = (from: string, to: string) =>
  compareRedirectDictionary(dictionary, dictionary.replace(from, to));
const first = '    "old": "new",\n';

it.each([
  ["another target", '"new"', '"guide/new"'],
  ["one more", first, `${first}    'oldest': 'new',  # since spring\n`],
  ["one less", first, ""],
])("a dictionary in conf.py may have %s", (_, from, to) => expect(judgeDictionary(from, to)).toBeNull());

it.each([
  ["another statement", "import os", "import sys", "more than the redirects"],
  ["a call", first, `${first}    "a": os.getcwd(),\n`, "more than the redirects"],
  ["a call behind a string", first, `${first}    "a": "b".format(os),\n`, "more than the redirects"],
  ["an f-string", first, `${first}    "a": f"{os.getcwd()}",\n`, "more than the redirects"],
  ["the end of the dictionary", first, `${first}}\nx = {\n`, "more than the redirects"],
  ["quotes in a comment", first, `${first}    "a": "b",  # """\n`, "more than the redirects"],
  ["the same source twice", first, first + first, "more than the redirects"],
  ["another host", '"new"', '"https://example.org/"', "to https://example.org/"],
  ["a source outside of the site", '"old"', '"../../old"', "from ../../old"],
])("a change of a dictionary in conf.py that brings %s is refused", (_, from, to, said) =>
  expect(judgeDictionary(from, to)).toContain(said),
);
