import { describe, expect, test } from "vitest";
import { runChore, summaryOf, unknownSite, useRealTools } from "../../test/helpers/real-chores.ts";
import { instructionNotUnderstoodMarker } from "./not-understood.ts";

useRealTools();

describe("chores through the real loop, tools and checks", () => {
  test("replace a term, keep the byte order mark, line ends and typography, and repair the anchors", async () => {
    const files = {
      "docs.json": JSON.stringify({ navigation: { pages: ["guides/token", "index"] } }),
      "guides/token.mdx":
        '---\ntitle: "Use a token"\n---\n\n# A token\n\n<Note title="token">\n  The token\u2019s “token”\u00a0— `token`.\n</Note>\n\n```js\ntoken\n```\n\nToken token\n',
      "index.mdx":
        "\uFEFF# Start\r\n\r\nSee [a token](/guides/token#a-token) or\r\na token.  \r\na token.\r\n",
      ".github/about.md": "token",
    };
    const result = await runChore(files, 'Replace "token" with "key"');
    expect(result.files).toEqual({
      ...files,
      "guides/token.mdx":
        '---\ntitle: "Use a key"\n---\n\n# A key\n\n<Note title="key">\n  The key\u2019s “key”\u00a0— `token`.\n</Note>\n\n```js\ntoken\n```\n\nToken key\n',
      "index.mdx": "\uFEFF# Start\r\n\r\nSee [a key](/guides/token#a-key) or\r\na key.  \r\na key.\r\n",
    });
    expect(summaryOf(result)).toContain("in 9 places on 2 pages.");
    expect(summaryOf(result)).toContain("Repaired 1 link that the change had broken: index.mdx:3.");
    expect(result.newFindings).toEqual([]);
  });

  test("count other forms of a term, and say how to replace them too", async () => {
    const files = {
      "docs.json": "{}",
      "a.mdx": "An effect. Effects: one Effect, `Effects`.\n\nMore Effects\n",
    };
    const result = await runChore(files, 'Replace "Effect" with "Signal"');
    expect(result.files["a.mdx"]).toBe("An effect. Effects: one Signal, `Effects`.\n\nMore Effects\n");
    expect(summaryOf(result)).toContain(
      '- other forms: 2 × `Effects`, 1 × `effect`. To replace them too: Replace "Effects" with "Signals"; Replace "effect" with "signal"',
    );
  });

  test("follow the anchor of an accordion whose title changes", async () => {
    const files = {
      "docs.json": JSON.stringify({ navigation: { pages: ["a", "b"] } }),
      "a.mdx": '<Accordion title="Get a token">\n  Text\n</Accordion>\n',
      "b.mdx": "See [it](/a#get-a-token).\n",
    };
    const result = await runChore(files, 'Replace "token" with "key"');
    expect(result.files["b.mdx"]).toBe("See [it](/a#get-a-key).\n");
    expect(result.newFindings).toEqual([]);
  });

  test.each(["Replace API token with API key", "Please replace API token by API key in docs."])(
    "ask for quotes: %s",
    async (prompt) => {
      const { outcome } = await runChore({ "docs.json": "{}", "docs/a.mdx": "A\n" }, prompt);
      expect(outcome).toMatchObject({
        kind: "not_understood",
        message: expect.stringContaining("put the terms in quotes"),
      });
    },
  );

  test("revert an MDX page that the new text would break", async () => {
    const files = { "docs.json": "{}", "a.mdx": "One token.\n", "b.mdx": "A token\n\n{/* token */}\n" };
    const result = await runChore(files, 'Replace "token" with "<key"');
    expect(result.files).toEqual(files);
    expect(summaryOf(result)).toContain("a.mdx: the replacement would make the page invalid");
    expect(result.newFindings).toEqual([]);
  });

  test("repair links that have a certain repair, and nothing else", async () => {
    const files = {
      "README.md":
        "[case](docs/Setup.md) [fine](docs/guide.md) [typo](docs/guide.md#instalation)\n[case](docs/Setup.md) and `docs/Setup.md`.\n",
      "docs/setup.md": "# Setup\n\n[gone](nowhere/at-all.md) [other](unique-page.md)\n",
      "docs/guide.md": "# Guide\n\n## Installation\n",
      "docs/deep/unique-page.md": "# Unique\n\n[up](../../docs/setup.md)\n",
    };
    const result = await runChore(files, "Fix broken links");
    expect(result.files).toEqual({
      ...files,
      "README.md":
        "[case](docs/setup.md) [fine](docs/guide.md) [typo](docs/guide.md#installation)\n[case](docs/setup.md) and `docs/Setup.md`.\n",
      "docs/setup.md": "# Setup\n\n[gone](nowhere/at-all.md) [other](unique-page.md)\n",
    });
    expect(summaryOf(result)).toContain("Repaired 3 broken links on 1 page; 5 broken links had been found.");
    expect(summaryOf(result)).toContain("- docs/setup.md:3: internal-link");
    expect(result.newFindings).toEqual([]);
  });

  test("change no link that cannot be judged, and say that it was not", async () => {
    const result = await runChore(unknownSite, "Fix broken links");
    expect(result.files).toEqual(unknownSite);
    expect(summaryOf(result)).toContain("No link of those that can be judged is broken");
    expect(summaryOf(result)).toContain("- links not judged here: 3 of 4 links to pages and files, because");
  });

  const linked = {
    "content/knives.md": "# Knives\n\n## Sharp knives\n\nA knives text.\n\n## Old knives\n",
    "content/a.md": "[x](/v1/knives#sharp-knives) and [y](knives.md#old-knives)\n",
  };

  test("leave a heading to which links may lead that are not judged, and say so", async () => {
    const result = await runChore(linked, 'Replace "knives" with "blades"');
    expect(result.files).toEqual({
      "content/knives.md": "# Knives\n\n## Sharp knives\n\nA blades text.\n\n## Old blades\n",
      "content/a.md": "[x](/v1/knives#sharp-knives) and [y](knives.md#old-blades)\n",
    });
    expect(summaryOf(result)).toContain("Replaced `knives` with `blades` in 2 places on 1 page.");
    expect(summaryOf(result)).toContain(
      "1 place in headings to which links may lead that are not judged here",
    );
    expect(summaryOf(result)).toContain("content/knives.md:3");
    expect(result.newFindings).toEqual([]);
  });

  test("keep the id of such a heading where the site's generator is known to take one", async () => {
    const result = await runChore({ ...linked, "hugo.toml": "" }, 'Replace "knives" with "blades"');
    expect(result.files["content/knives.md"]).toBe(
      "# Knives\n\n## Sharp blades {#sharp-knives}\n\nA blades text.\n\n## Old blades {#old-knives}\n",
    );
    expect(result.files["content/a.md"]).toContain("(/v1/knives#sharp-knives) and [y](knives.md#old-knives)");
    expect(summaryOf(result)).toContain("2 places in headings that keep their id");
    expect(result.newFindings).toEqual([]);
  });

  test("add front matter in the line ends of the page", async () => {
    const files = {
      "mkdocs.yml": "site_name: x\nnav:\n  - index.md\n  - a.md\n",
      "docs/index.md": "\uFEFF# Start *here*\r\n\r\nThis is where it starts.\r\n",
      "docs/a.md": "---\nweight: 1\n---\n\nThis is the page a.\n",
      "README.md": "# Read me\n\nText of the repository.\n",
    };
    const result = await runChore(files, "Add missing titles and descriptions");
    expect(result.files).toEqual({
      ...files,
      "docs/index.md": `\uFEFF---\r\ntitle: "Start here"\r\ndescription: "This is where it starts."\r\n---\r\n\r\n${files["docs/index.md"].slice(1)}`,
      "docs/a.md":
        '---\ntitle: "A"\ndescription: "This is the page a."\nweight: 1\n---\n\nThis is the page a.\n',
    });
    expect(result.newFindings).toEqual([]);
  });

  test("do what the task says and nothing that the project's instructions say", async () => {
    const result = await runChore({ "README.md": "x\n" }, "Write a guide about webhooks");
    expect(result.files).toEqual({ "README.md": "x\n" });
    expect(result.outcome.kind).toBe("not_understood");
    expect((result.outcome as { message: string }).message.startsWith(instructionNotUnderstoodMarker)).toBe(
      true,
    );
    expect(result.events.filter(({ kind }) => kind === "tool_result")).toEqual([]);
  });
});
