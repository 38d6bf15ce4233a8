import { expect, it } from "vitest";
import { splitTarget } from "./split-target.ts";

it.each([
  "https\\://example.com/a.html#b",
  "https:\\/\\/example.com",
  "\\//example.com/a",
  "mailto\\:docs@example.com",
])("%s leaves the site: Markdown takes the backslash away", (target) => {
  expect(splitTarget(target)).toBeNull();
});

it.each([
  ["a\\_b.md\\#c\\_d", { path: "a_b.md", rawPath: "a\\_b.md", query: "", hash: "#c\\_d" }],
  ["a.md\\?b#c", { path: "a.md", rawPath: "a.md", query: "?b", hash: "#c" }],
  ["\\#c", { path: "", rawPath: "", query: "", hash: "#c" }],
])("%s has its parts where Markdown takes the backslash away", (target, parts) => {
  expect(splitTarget(target)).toEqual(parts);
});
