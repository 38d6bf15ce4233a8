import { describe, expect, it } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { findShowing } from "./find-showing.ts";

const { site } = await openTexts({
  "docs.json": JSON.stringify({ navigation: ["guide", "other", "api"] }),
  "guide.mdx": 'import Outer from "/parts/outer.mdx";\n\n<Outer />\n',
  "other.mdx": 'import Note from "./unlike/note.mdx";\n\n<Note />\n',
  "api.mdx": "# API\n",
  "parts/outer.mdx": 'import Inner from "./inner.mdx";\n\n<Inner />\n',
  "parts/inner.mdx": 'import Note from "../snippets/note.mdx";\n\n<Note />\n',
  "snippets/note.mdx": "## A note\n",
  "unlike/note.mdx": "## Another note\n",
});

describe("the pages that show a page", () => {
  it("include those that show it through another", () => {
    expect([...findShowing(site, ["snippets/note.mdx"])].sort()).toEqual([
      "guide.mdx",
      "parts/inner.mdx",
      "parts/outer.mdx",
      "snippets/note.mdx",
    ]);
  });

  it("leave out those that show a page of the same name elsewhere", () => {
    expect([...findShowing(site, ["unlike/note.mdx"])].sort()).toEqual(["other.mdx", "unlike/note.mdx"]);
  });

  it("are itself alone if nobody shows it", () => {
    expect([...findShowing(site, ["api.mdx"])]).toEqual(["api.mdx"]);
  });
});
