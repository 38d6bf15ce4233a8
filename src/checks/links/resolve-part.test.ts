import { describe, expect, it } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { planMove } from "../changes/plan-move.ts";
import { checkSite } from "../check-site.ts";

const links = "[b](../crew/b.md) [n](../crew/none.md)";
const generators: Record<string, { files: Record<string, string>; part: string }> = {
  honkit: {
    part: "parts/x/p.md",
    files: {
      ...{ "book.json": '{"title":"x"}', "README.md": "# H\n" },
      "SUMMARY.md": "- [A](rig/a.md)\n- [B](crew/b.md)\n",
      "rig/a.md": '# A\n\n{% include "../parts/x/p.md" %}\n',
      "crew/b.md": "# B\n",
      "parts/x/p.md": `${links}\n`,
    },
  },
  sphinx: {
    part: "parts/x/p.md",
    files: {
      "conf.py": 'extensions = ["myst_parser"]\nexclude_patterns = ["parts"]\n',
      "index.md": "# H\n\n```{toctree}\nrig/a\ncrew/b\n```\n",
      "rig/a.md": "# A\n\n```{include} ../parts/x/p.md\n:start-line: 0\n```\n",
      "crew/b.md": "# B\n",
      "img.svg": "",
      "parts/x/p.md": `${links} {doc}\`../crew/b\` ![i](../img.svg)\n`,
    },
  },
};

async function findBroken(files: Record<string, string>): Promise<string[]> {
  const { site } = await openTexts(files);
  const { findings } = await checkSite(site);
  return findings.map(({ path, target }) => `${path} ${target}`);
}

describe.each(Object.entries(generators))("links of what a page includes (%s)", (_name, { files, part }) => {
  const text = files[part]!;

  it("count from the page", async () => {
    expect(await findBroken(files)).toEqual([`${part} ../crew/none.md`]);
  });

  it("follow a page that moves", async () => {
    const { site } = await openTexts(files);
    const { edits, unclear } = await planMove(site, "crew/b.md", "b.md");
    expect(unclear).toEqual([]);
    expect(edits.find(({ path }) => path === part)?.text).toBe(text.replaceAll("../crew/b", "../b"));
  });

  it("keep leading there when the page moves that includes it", async () => {
    const { site } = await openTexts(files);
    const { edits } = await planMove(site, "rig/a.md", "a.md");
    expect(edits.find(({ path }) => path === part)?.text).toBe(
      text.replaceAll("../crew/b", "crew/b").replace("../img", "img"),
    );
  });
});

it.each([":relative-docs: parts", ":literal:", "---\nrelative-images:\n---"])(
  "links of what MyST includes with %j count from the included file",
  async (option) => {
    const files = {
      ...generators.sphinx!.files,
      "parts/x/p.md": "[b](../../crew/b.md) [c](../crew/b.md)\n",
      "rig/a.md": `# A\n\n\`\`\`{include} ../parts/x/p.md\n${option}\n\`\`\`\n`,
    };
    expect(await findBroken(files)).toEqual(["parts/x/p.md ../crew/b.md"]);
  },
);

it("a part of MyST that includes another one by a path from the page is no finding", async () => {
  const files = { ...generators.sphinx!.files, "parts/x/p.md": "```{include} ../parts/x/q.md\n```\n" };
  expect(await findBroken({ ...files, "parts/x/q.md": "Q\n" })).toEqual([]);
});
