import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
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
