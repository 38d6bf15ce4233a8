import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { planMove } from "../../changes/plan-move.ts";
import { checkSite } from "../../check-site.ts";

const config = 'defaultContentLanguage = "de"\n[languages.de]\nweight = 1\n';

async function openSite(files: Record<string, string>, home = "") {
  const texts = { "hugo.toml": config, "layouts/single.html": "x", "content/_index.md": home, ...files };
  return (await openTexts(texts)).site;
}

it.each([
  ["content/mast.md", "content/mast/_index.md"],
  ["content/mast.md", "content/mast/index.md"],
  ["content/mast/_index.md", "content/mast.de.md"],
  ["content/mast.md", "content/mast.de.md"],
  ["content/mast.markdown", "content/mast.md"],
  ["content/mast.md", "content/mast.mdown"],
])("leads links to the page that Hugo builds: not %s, but %s", async (other, built) => {
  const home =
    '[a](/mast/#here) [b](/mast/#gone) [c]({{< ref "mast" >}}#here) [d]({{< ref "mast#gone" >}})\n';
  const site = await openSite({ [other]: "## Gone\n", [built]: "## Here\n" }, home);
  const { findings } = await checkSite(site);
  expect(findings.filter(({ rule }) => rule === "anchor").map(({ subject }) => subject)).toEqual(
    Array.from({ length: 2 }, () => ({ path: built, rest: "#gone" })),
  );
  expect(findings.filter(({ rule }) => rule === "duplicate-route")).toHaveLength(1);
  const { edits } = await planMove(site, other, "content/boom.md");
  expect(edits.filter(({ path }) => path === "content/_index.md")).toEqual([]);
});

it("takes a name for unique that only a page which is not built has as well", async () => {
  const site = await openSite({
    "content/rig/mast.md": "## Gone\n",
    "content/rig/mast/_index.md": "## Here\n",
    "content/crew.md": '[a]({{< ref "mast#here" >}}) [b]({{< ref "mast#gone" >}})\n',
  });
  const { findings } = await checkSite(site);
  const found = findings.filter(({ path }) => path === "content/crew.md");
  expect(found.map(({ message }) => message)).toEqual(["content/rig/mast/_index.md has no anchor #gone"]);
});
