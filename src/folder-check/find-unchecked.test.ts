import { expect, it } from "vitest";
import { findUnchecked } from "./find-unchecked.ts";

it("names formats with several files below the scope, and none of others' packages", () => {
  const files = ["book/a.qmd", "book/b.qmd", "book/c.QMD", "x.qmd", "README.rst", "node_modules/a/b.adoc"];
  const many = Array.from({ length: 5 }, (_, at) => `vendor/v${at}.rst`);
  expect(findUnchecked([...files, ...many], "book")).toEqual([
    { format: "Quarto", files: 3, example: "book/a.qmd" },
  ]);
  expect(findUnchecked([...files, ...many], "")).toMatchObject([{ format: "Quarto", files: 4 }]);
});
