import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { planDelete } from "../../changes/plan-delete.ts";
import { planMove } from "../../changes/plan-move.ts";
import { checkSite } from "../../check-site.ts";

const files = (old: string, lost: string) => ({
  "book.toml": `[book]\ntitle = "B"\n\n[output.html.redirect]\n"${old}" = "./rig/sails.html"\n"${lost}" = "./index.html"\n`,
  "src/SUMMARY.md": "- [H](README.md)\n- [S](rig/sails.md)\n",
  "src/README.md": "# H\n\n[s](old.html) [t](older.html)\n",
  "src/rig/sails.md": "# S\n",
});

it.each(["", "/", "./"])("counts sources of redirects from the book's root: %s", async (start) => {
  const { site } = await openTexts(files(`${start}old.html`, `${start}sails.html`));
  const { findings } = await checkSite(site);
  expect(findings.filter(({ rule }) => rule === "internal-link").map(({ target }) => target)).toEqual([
    "older.html",
  ]);
  const { edits } = await planMove(site, "src/rig/sails.md", "src/sails.md");
  const lines = ['"/rig/sails.html" = "../sails.html"', `"${start}old.html" = "sails.html"`, ""];
  expect(edits.find(({ path }) => path === "book.toml")?.text).toBe(
    `[book]\ntitle = "B"\n\n[output.html.redirect]\n${lines.join("\n")}`,
  );
});

it.each([
  ['site-url = "/guide/"\n', [], '"a.html" = "/other/rig/sails.html"\n'],
  ["", ["/guide/rig/sails.html", "/other/rig/sails.html"], null],
])(
  "a deleted page takes the redirects to its address along, where the base is known: %j",
  async (base, open, left) => {
    const table =
      '[output.html.redirect]\n"old.html" = "/guide/rig/sails.html"\n"a.html" = "/other/rig/sails.html"\n';
    const { site } = await openTexts({
      "book.toml": `[book]\ntitle = "B"\n\n[output.html]\n${base}\n${table}`,
      "src/SUMMARY.md": "- [H](README.md)\n- [S](rig/sails.md)\n",
      ...{ "src/README.md": "# H\n", "src/rig/sails.md": "# S\n" },
    });
    const { inbound, edits } = await planDelete(site, "src/rig/sails.md");
    expect(inbound.filter(({ path }) => path === "book.toml").map(({ target }) => target)).toEqual(open);
    const text = edits.find(({ path }) => path === "book.toml")?.text;
    expect(text?.slice(text.lastIndexOf("]\n") + 2) ?? null).toBe(left);
  },
);
