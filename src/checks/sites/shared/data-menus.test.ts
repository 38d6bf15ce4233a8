import { describe, expect, it } from "vitest";
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

describe("menus in Hugo's data files", () => {
  const words = (name: string) => `+++\ntitle = "${name}"\n+++\n\n# ${name}\n`;
  const hugo = {
    "hugo.toml": 'baseURL = "https://h.example/"\n[languages.en]\n[languages.fr]\n',
    "layouts/baseof.html": "{{ range site.Data.nav.items }}{{ .url | relLangURL }}{{ end }}",
    "content/docs/mast.md": words("Mast"),
    "content/docs/sails.md": words("Sails"),
    "content/sails.md": words("Cloth"),
  };
  const openHugo = async (texts: Record<string, string>) => (await openTexts({ ...hugo, ...texts })).site;
  const data = (...urls: string[]) =>
    `items:\n${urls.map((url) => `  - name: N\n    url: ${url}\n`).join("")}`;

  it("lose the item of a page that is deleted, and follow one that moves, in the form of each", async () => {
    const site = await openHugo({ "data/nav.yaml": data("/docs/mast/", "/docs/sails", "/docs/sails/#a") });
    const gone = await planDelete(site, "content/docs/sails.md");
    expect(gone.edits.map(({ text }) => text)).toEqual([data("/docs/mast/")]);
    expect(gone.inbound.map(({ line, isGuess, stays }) => [line, isGuess, stays])).toEqual([
      [5, undefined, undefined],
      [7, undefined, undefined],
    ]);
    const { edits } = await planMove(site, "content/docs/sails.md", "content/docs/rig.md");
    expect(edits.find(({ path }) => path === "data/nav.yaml")?.text).toBe(
      data("/docs/mast/", "/docs/rig", "/docs/rig/#a"),
    );
  });

  it.each([
    [
      "behind what a layout puts in front",
      "data/v2/main-toc.yml",
      data("/sails", "/a", "/b"),
      "content/docs/v2/sails.md",
    ],
    ["that has another page's text", "data/links.yml", data("/docs/sails/"), "content/docs/sails.fr.md"],
    ["by name alone", "data/more.yml", "items: [{ page: Masts }, { page: boom }]\n", "content/docs/boom.md"],
    ["in a list", "data/toc.yml", "items:\n  - boom\n", "content/docs/boom.md"],
  ])("hold back the deletion of a page that an entry may name: %s", async (_, menuPath, text, page) => {
    const site = await openHugo({
      "content/docs/boom.md": words("Boom"),
      [page]: words("P"),
      [menuPath]: text,
    });
    const { inbound } = await planDelete(site, page);
    expect(inbound.map((one) => [one.path, one.isGuess])).toEqual([[menuPath, true]]);
  });

  it("hold back only the page below which most of a file's entries name pages, in each language", async () => {
    const pages = ["v1/rig", "v1/hull", "v1/keel", "v2/rig", "v2/hull", "v2/keel", "v2/boom"];
    const texts = Object.fromEntries(pages.map((page) => [`content/docs/${page}.md`, words("P")]));
    const site = await openHugo({
      ...texts,
      "content/docs/v2/rig.fr.md": words("P"),
      "data/toc-one.yml": data("/rig", "/hull", "/keel", "/boom"),
      "data/toc-two.yml": data("/rig", "/hull", "/keel"),
    });
    const heldBy = async (page: string) =>
      (await planDelete(site, `content/docs/${page}.md`)).inbound.map(({ path }) => path);
    expect(await heldBy("v1/rig")).toEqual(["data/toc-two.yml"]);
    expect(await heldBy("v2/rig")).toEqual(["data/toc-one.yml", "data/toc-two.yml"]);
    expect(await heldBy("v2/rig.fr")).toEqual(["data/toc-one.yml", "data/toc-two.yml"]);
  });

  it("do not hold back a page by the whole address of another, nor by a title", async () => {
    const text = `${data("/sails/")}  - title: sails\n`;
    const site = await openHugo({ "data/nav.yaml": text, "data/more.yaml": text });
    expect((await planDelete(site, "content/docs/sails.md")).inbound).toEqual([]);
  });
});

it("finds entries of Jekyll's menus that layouts put something in front of", async () => {
  const site = await open([mast, item("Sails", "/sails.html"), item("Sails", "sails.html")]);
  const { inbound } = await planDelete(site, "docs/sails.md");
  expect(inbound.map(({ line, isGuess }) => [line, isGuess])).toEqual([
    [10, true],
    [14, true],
  ]);
});
