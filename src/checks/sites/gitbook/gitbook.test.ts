import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { testFindings } from "../../../../test/helpers/test-findings.ts";
import { planMove } from "../../changes/plan-move.ts";
import { checkSite } from "../../check-site.ts";

const include = '{% include "./parts/none.md" %}';

testFindings("GitBook", [
  {
    name: "a backslash before a sign belongs to no name",
    files: {
      ".gitbook.yaml": "root: ./\n",
      "SUMMARY.md":
        "# Contents\n\n* [A](README.md)\n* [B](guide\\_one/first\\_steps.md)\n* [C](guide\\_one/none\\_there.md)\n",
      "README.md":
        "# A\n\n[a](guide\\_one/first\\_steps.md) [b](guide\\_one/none.md) [c](<guide\\_one/a\\(b\\).png>)\n",
      "guide_one/first_steps.md": "# B\n",
      "guide_one/a(b).png": "",
    },
    found: [
      "internal-link README.md guide\\_one/none.md",
      "navigation SUMMARY.md guide\\_one/none\\_there.md",
    ],
    left: 0,
  },
  {
    name: "entries of the summary from the root, with signs as a browser writes them",
    files: {
      ".gitbook.yaml": "root: ./\n",
      "SUMMARY.md": "* [A](README.md)\n* [B](/guide/Looms%2C%20Ropes.md)\n* [C](/guide/None%2C%20there.md)\n",
      "README.md": "# A\n",
      "guide/Looms, Ropes.md": "# B\n",
    },
    found: ["navigation SUMMARY.md /guide/None%2C%20there.md"],
    left: 0,
  },
  {
    name: "an include in code is text for GitBook",
    files: {
      ".gitbook.yaml": "root: ./\n",
      "SUMMARY.md": "* [A](README.md)\n",
      "README.md": `# A\n\n\`\`\`\n${include}\n\`\`\`\n\n\`${include}\`\n`,
      "parts/a.md": "",
    },
    found: [],
    left: 0,
  },
  {
    name: "an include in code is one for HonKit",
    files: {
      "book.json": "{}",
      "SUMMARY.md": "* [A](README.md)\n",
      "README.md": `# A\n\n\`\`\`\n${include}\n\`\`\`\n`,
      "parts/a.md": "",
    },
    found: ["internal-link README.md ./parts/none.md"],
    left: 0,
  },
]);

it("an entry of the summary keeps its slash and its signs when the page moves", async () => {
  const { site } = await openTexts({
    ".gitbook.yaml": "root: ./\n",
    "SUMMARY.md": "* [A](README.md)\n* [B](/guide/My%20looms.md)\n* [C](/guide/rope.md)\n",
    ...{ "README.md": "# A\n", "guide/My looms.md": "# B\n", "guide/rope.md": "# C\n" },
  });
  const moved = async (from: string, to: string) =>
    (await planMove(site, from, to)).edits.map(({ text }) => /\[[BC]\]\(\/new.*/.exec(text)?.[0]);
  expect(await moved("guide/My looms.md", "new/My looms.md")).toEqual(["[B](/new/My%20looms.md)"]);
  expect(await moved("guide/rope.md", "new/rope.md")).toEqual(["[C](/new/rope.md)"]);
});

it("counts what begins with a slash from the root of the language's book", async () => {
  const { site } = await openTexts({
    "book.json": "{}",
    "LANGS.md": "* [English](en/)\n* [French](fr/)\n",
    "en/SUMMARY.md": "* [A](README.md)\n* [B](b.md)\n",
    "en/README.md": "# A\n\n[b](/b.md) [c](/b.html) [d](/c.md) [e](/fr/b.html)\n",
    "en/b.md": "# B\n",
    "en/c.md": "# C\n",
    "fr/SUMMARY.md": "* [A](README.md)\n* [B](b.md)\n",
    "fr/README.md": "# A\n",
    "fr/b.md": "# B\n",
  });
  const { findings } = await checkSite(site);
  expect(findings.map(({ target }) => target)).toEqual(["/fr/b.html"]);
  const { edits } = await planMove(site, "en/b.md", "en/more/d.md");
  expect(edits.map(({ text }) => text).join()).toContain("[b](/more/d.md) [c](/more/d.html) [d](/c.md)");
});
