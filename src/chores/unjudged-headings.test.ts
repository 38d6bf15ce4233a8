import { expect, test } from "vitest";
import { runChore, summaryOf, useRealTools } from "../../test/helpers/real-chores.ts";

useRealTools();

interface Case {
  name: string;
  files: Record<string, string>;
  page: string;
  link: string;
}

test.each<Case>([
  {
    name: "a wikilink, which has the text of the heading",
    files: {
      "notes/Ships.md": "# Ships\n\n[[Sails#Trim the token]] token\n",
      "notes/Sails.md": "# Sails\n\n## Trim the token\n\nA token.\n",
    },
    page: "notes/Sails.md",
    link: "notes/Ships.md",
  },
  {
    name: "the summary of a book, on a page with a heading that a template makes",
    files: {
      "book.json": '{"title":"Bells"}',
      "README.md": "# Bells\n",
      "SUMMARY.md": "# Summary\n\n- [Bells](README.md)\n- [Cast](cast.md)\n- [By token](cast.md#by-token)\n",
      "cast.md": "# Cast\n\n## By token\n\nA token.\n\n## {{ book.title }}\n",
    },
    page: "cast.md",
    link: "SUMMARY.md",
  },
])("keeps a heading to which $name leads", async ({ files, page, link }) => {
  const result = await runChore(files, 'Replace "token" with "key"');
  expect(result.files[page]).toBe(files[page]!.replace("A token.", "A key."));
  expect(result.files[link]).toBe(
    files[link]!.replace("]] token", "]] key").replace("[By token]", "[By key]"),
  );
  expect(summaryOf(result)).toContain("in headings to which links may lead that are not judged here");
  expect(result.newFindings).toEqual([]);
});
