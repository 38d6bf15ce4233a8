import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { planDelete } from "../../changes/plan-delete.ts";
import { planMove } from "../../changes/plan-move.ts";
import { checkSite } from "../../check-site.ts";

const item = (title: string, url: string) => `  - title: ${title}\n    url: ${url}\n    output: web\n`;
const menu = (...items: string[]) => `entries:\n- title: Rig\n  items:\n\n${items.join("\n")}`;
const path = "_data/sidebars/main.yml";
const page = (permalink = "") => `---\ntitle: P\n${permalink}---\n\n# P\n`;

async function open(items: string[], sails = page()) {
  const files = {
    "_config.yml": "title: B\n",
    Gemfile: 'gem "jekyll"\n',
    "docs/mast.md": page(),
    "hull.md": page(),
  };
  return (await openTexts({ ...files, "docs/sails.md": sails, [path]: menu(...items) })).site;
}

const mast = item("Mast", "/docs/mast.html");
const sails = item("Sails", "/docs/sails.html");

it("follows a page that moves in menus of data files, in the form of each entry", async () => {
  const site = await open([mast, sails, item("Bare", "'/docs/sails' # Short")]);
  const { edits, unclear } = await planMove(site, "docs/sails.md", "docs/rig/sails.md");
  expect(unclear).toEqual([]);
  expect(edits.find((one) => one.path === path)?.text).toBe(
    menu(mast, item("Sails", "/docs/rig/sails.html"), item("Bare", "'/docs/rig/sails' # Short")),
  );
});

it.each([
  ["in the middle", [mast, sails, item("Hull", "/hull.html")], [mast, item("Hull", "/hull.html")]],
  ["at the end", [mast, sails], [`${mast}\n`]],
])("takes the item of a deleted page out %s", async (_, before, after) => {
  const { edits, notes } = await planDelete(await open(before), "docs/sails.md");
  expect(edits.map(({ text }) => text)).toEqual([menu(...after)]);
  expect(notes).toEqual([]);
});

it.each([
  ["the only one", [sails]],
  ["one with others below it", [mast, `${sails}    items:\n    - title: Boom\n      url: /hull.html\n`]],
])("leaves %s in place and says so", async (_, items) => {
  const { edits, notes } = await planDelete(await open(items), "docs/sails.md");
  expect(edits).toEqual([]);
  expect(notes.join()).toContain(`remove /docs/sails.html from ${path} line`);
});

it("moves no page of a menu whose layout may take slashes out", async () => {
  const site = await open([item("Hull", "/hull.html"), item("Other", "/other.html")]);
  const { refusal } = await planMove(site, "hull.md", "rig/hull.md");
  expect(refusal).toBe(`it is not known how ${path} line 6 would name rig/hull.md; change the entry first`);
  expect((await planMove(site, "hull.md", "keel.md")).edits.map(({ text }) => text)).toEqual([
    menu(item("Hull", "/keel.html"), item("Other", "/other.html")),
  ]);
});

it("lets a page move that states its own address, and judges no entry", async () => {
  const site = await open(
    [item("S", "/canvas.html"), item("Other", "/other.html")],
    page("permalink: /canvas.html\n"),
  );
  const { edits, unclear, refusal } = await planMove(site, "docs/sails.md", "docs/canvas.md");
  expect({ edits, unclear, refusal }).toEqual({ edits: [], unclear: [], refusal: undefined });
  const { findings } = await checkSite(site);
  expect(findings.filter(({ rule }) => rule === "navigation")).toEqual([]);
});
