import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { planMove } from "../../changes/plan-move.ts";
import { checkSite } from "../../check-site.ts";

const config = `baseURL = "https://b.invalid/"
[[module.mounts]]
source = "content"
target = "content"
[[module.mounts]]
source = "content/.parts/sails.md"
target = "content/rig/sails.md"
[[module.mounts]]
source = "content/.parts/sails.md"
target = "content/crew/sails.md"
`;
const links = (...targets: string[]) => targets.map((one) => `[a](${one})\n`).join("\n");

async function findLinks(files: Record<string, string>): Promise<string[]> {
  const { site } = await openTexts({ "hugo.toml": config, "layouts/_default/single.html": "x", ...files });
  const { findings } = await checkSite(site);
  return findings.filter(({ rule }) => rule === "internal-link").map(({ target }) => target!);
}

const sound = Array.from({ length: 60 }, () => links("/rig/")).join("\n");

it("shows a page at each place to which a mount of a single file leads, and no hidden folder", async () => {
  const targets = ["/rig/sails/", "/crew/sails", "/crew/index.html", "/.parts/sails/", "/rig/mast/"];
  const found = await findLinks({
    "content/_index.md": sound + links(...targets),
    "content/rig/_index.md": "# R\n",
    "content/crew/_index.md": "# C\n",
    "content/.parts/sails.md": "# S\n",
  });
  expect(found).toEqual(["/.parts/sails/", "/rig/mast/"]);
});

it.each([
  ["below blank lines", '\n+++\naliases = ["/old/"]\n+++\n'],
  ["beside the mark", '+++ title = "M"\naliases = [\n"/old/"\n]\n+++\n'],
])("reads a page's earlier addresses in TOML %s", async (_, page) => {
  const home = sound + links("/old/", "/older/");
  const found = await findLinks({
    "hugo.toml": "",
    "content/_index.md": home,
    "content/rig/_index.md": "# R\n",
    "content/mast.md": `${page}# M\n`,
  });
  expect(found).toEqual(["/older/"]);
  const { site } = await openTexts({ "hugo.toml": "", "content/mast.md": `${page}# M\n` });
  const { edits } = await planMove(site, "content/mast.md", "content/rig.md");
  expect(edits.map(({ text }) => text).join()).toContain("/mast/");
});

it("knows for which languages a mount is, and judges nothing beside a file that is mounted from elsewhere", async () => {
  const mounts = `[languages.en]
[languages.fr]
[[module.mounts]]
source = "content/fr"
target = "content"
sites.matrix.languages = ["fr"]
[[module.mounts]]
source = "content/en"
target = "content"
sites.matrix.languages = ["en", "fr"]
[[module.mounts]]
source = "NOTES.md"
target = "content/log/notes.md"
`;
  const found = await findLinks({
    "hugo.toml": mounts,
    "content/fr/_index.md": "[a](rig/) [b](/fr/rig/) [c](/rig/) [d](/mast/)\n",
    "content/en/_index.md": `${sound}[a](rig/) [b](/fr/) [c](/log/notes/) [d](/log/none/) [e](/mast/)\n`,
    "content/en/rig/_index.md": "# R\n",
    "NOTES.md": "# N\n",
  });
  expect(found).toEqual(["/mast/", "/mast/"]);
});
