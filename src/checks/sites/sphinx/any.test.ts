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

const designed = {
  "conf.py": 'extensions = ["myst_parser", "sphinx_design"]\n',
  "index.md": "# H\n\n```{toctree}\nrig/a\ncrew/b\n```\n",
  "rig/a.md":
    "# A\n\n```{button-ref} ../crew/b\n:ref-type: doc\n:color: white\n\nGo\n```\n\n:::{button-ref} crew:b\n:::\n\n{bdg-ref-primary-line}`/crew/b` [](crew:b) [t](tel:1) [u](crew:none)\n\n````md\n```{button-ref} shown\n:ref-type: doc\n```\n````\n",
  "crew/b.md": "(crew:b)=\n# B\n",
};

it("reads buttons and badges that lead to pages, and targets that look like addresses but are labels", async () => {
  const { site } = await openTexts(designed);
  expect((await checkSite(site)).findings).toEqual([]);
  const { edits, unclear } = await planMove(site, "crew/b.md", "b.md");
  expect(unclear).toEqual([]);
  expect(edits.find(({ path }) => path === "rig/a.md")?.text).toBe(
    designed["rig/a.md"].replace("../crew/b", "../b").replace("/crew/b", "/b"),
  );
  const { inbound } = await planDelete(site, "crew/b.md");
  const ofPage = inbound.filter(({ path }) => path === "rig/a.md").map(({ target }) => target);
  expect(ofPage).toEqual(["../crew/b", "crew:b", "/crew/b", "crew:b"]);
});
