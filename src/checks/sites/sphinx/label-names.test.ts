import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { planMove } from "../../changes/plan-move.ts";
import { resolveLink } from "../../links/resolve-link.ts";

const files = {
  "conf.py": 'extensions = ["myst_parser"]\n',
  "index.md": "# I\n\n```{toctree}\ndeck/crew\ndeck/knots\nrig/mast\nrig/sail\n```\n",
  "deck/crew.md": "(mast)=\n# C\n",
  "deck/knots.md": "# K\n\n[to the crew](mast) [to the mast](../rig/mast) [s](../rig/sail)\n",
  "rig/mast.md": "# M\n",
  "rig/sail.md": "# S\n\n[to the crew](mast) [to the mast](./mast)\n",
};

it("reads a name as a label before it reads it as a page", async () => {
  const { site } = await openTexts(files);
  const leads = (target: string) => resolveLink(site, "rig/sail.md", target, "link");
  expect(leads("mast")).toMatchObject({ kind: "page", path: "deck/crew.md" });
  expect(leads("./mast")).toMatchObject({ kind: "page", path: "rig/mast.md" });
});

it("marks the name of a page that has moved as a path where a label has that name", async () => {
  const { site } = await openTexts(files);
  const knotsAfter = async (from: string, to: string) => {
    const { edits, unclear } = await planMove(site, from, to);
    expect(unclear).toEqual([]);
    return edits.find(({ path }) => path === "deck/knots.md")?.text;
  };
  expect(await knotsAfter("rig/mast.md", "deck/mast.md")).toBe(
    files["deck/knots.md"].replace("../rig/mast", "./mast"),
  );
  expect(await knotsAfter("rig/sail.md", "deck/sail.md")).toBe(
    files["deck/knots.md"].replace("../rig/sail", "sail"),
  );
});
