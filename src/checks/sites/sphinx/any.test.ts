import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { planDelete } from "../../changes/plan-delete.ts";
import { planMove } from "../../changes/plan-move.ts";
import { checkSite } from "../../check-site.ts";

const files = {
  "conf.py": 'extensions = ["myst_parser"]\n',
  "index.md": "# H\n\n```{toctree}\nrig/a\ncrew/b\n```\n",
  "rig/a.md":
    "# A\n\n(mast)=\n## M\n\n{any}`../crew/b` {any}`b </crew/b>` {any}`mast` {any}`crew/b` {any}`os.path`\n",
  "crew/b.md": "# B\n",
};

it("reads {any} as a page or a label, and otherwise as what it may be in code", async () => {
  const { site } = await openTexts(files);
  expect((await checkSite(site)).findings).toEqual([]);
  const { edits, unclear } = await planMove(site, "crew/b.md", "b.md");
  expect(unclear).toEqual([]);
  expect(edits.find(({ path }) => path === "rig/a.md")?.text).toBe(
    files["rig/a.md"].replace("../crew/b", "../b").replace("/crew/b>", "/b>"),
  );
  const own = await planMove(site, "rig/a.md", "a.md");
  expect(own.edits.find(({ path }) => path === "a.md")?.text).toBe(
    files["rig/a.md"].replace("../crew/b", "crew/b"),
  );
  const { inbound } = await planDelete(site, "crew/b.md");
  expect(inbound.filter(({ path }) => path === "rig/a.md").map(({ target }) => target)).toEqual([
    "../crew/b",
    "/crew/b",
  ]);
});
