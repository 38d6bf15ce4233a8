import { describe, expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { type SmallSite, testSmallSites } from "../../../../test/helpers/test-small-sites.ts";
import { planDelete } from "../../changes/plan-delete.ts";
import { planMove } from "../../changes/plan-move.ts";
import { checkSite } from "../../check-site.ts";
import { anchorsOf } from "../../pages/page-anchors.ts";

const shell = (settings: string, source = "//cdn.jsdelivr.net/npm/docsify@4") =>
  `<script>\nwindow.$docsify = { ${settings} };\n</script>\n<script src="${source}"></script>\n`;

const sites: SmallSite[] = [
  {
    name: "Docsify fetches the names of its aliases from elsewhere, and nothing besides",
    generator: "docsify",
    files: {
      "docs/index.html": shell('alias: { ".*?/changelog": "https://example.com/CHANGELOG.md" }'),
      "docs/_sidebar.md": "* [A](README.md)\n* [B](changelog.md)\n* [C](none.md)\n",
      "docs/README.md": "# A\n",
    },
    found: ["internal-link docs/_sidebar.md none.md"],
  },
  {
    name: "Docsify counts links from the root, pictures from the page and HTML from the shell",
    generator: "docsify",
    files: {
      "docs/index.html": shell("homepage: 'home.md', ext: \".md\""),
      "docs/home.md": "# Home\n\n[a](a/b.md) [b](/a/) [c](README.md) [d](a) [e](home.md)\n",
      "docs/a/README.md":
        '# A\n\n[b](b.md) [b](a/b) ![x](x.png) ![x](a/x.png) <img src="a/x.png" alt="x"> <a href="x.png">x</a>\n',
      "docs/a/b.md":
        "# B\n\n[x](a/x.png ':ignore') [x](x.png ':ignore') [c](x.png ':include :type=code') [n](n.md ':include')\n",
      "docs/a/x.png": "",
    },
    found: [
      "image docs/a/README.md a/x.png",
      "internal-link docs/a/README.md b.md",
      "internal-link docs/a/README.md x.png",
      "internal-link docs/a/b.md n.md",
      "internal-link docs/a/b.md x.png",
      "internal-link docs/home.md a",
    ],
  },
  {
    name: "Docsify with a base below its shell",
    generator: "docsify",
    files: {
      "index.html": shell("basePath: '/docs/', loadSidebar: true"),
      "docs/_sidebar.md": "* [A](a.md)\n* [B](docs/a.md)\n",
      "docs/README.md": "# Home\n",
      "docs/a.md": "# A\n",
    },
    found: ["internal-link docs/_sidebar.md docs/a.md"],
  },
  {
    name: "Docsify shows another start page than the README, and a page beside the folder of its name",
    generator: "docsify",
    files: {
      "docs/index.html": shell("homepage: './home.md'"),
      "docs/home.md": "# Home\n\n[a](/) [b](README.md#home) [c](a.md) [d](a/)\n",
      "docs/README.md": "# Readme\n\n[a](/#readme)\n",
      "docs/a.md": "# A\n",
      "docs/a/README.md": "# A\n",
    },
    found: ["anchor docs/README.md /#readme"],
  },
  {
    name: "Docsify with settings that are computed, or with pages of another host",
    generator: "docsify",
    files: {
      "docs/index.html": shell("basePath: location.pathname, relativePath: true"),
      "docs/README.md": "# Home\n\n[a](/none) [b](none) [c](?id=none)\n",
      "docs/b/a.md": "# A\n",
    },
    found: ["anchor docs/README.md ?id=none"],
  },
];

testSmallSites(sites);

it("has no id for a heading that version 4 takes for HTML, as only spaces part it from a block", async () => {
  const page = "# A\n\n<div>\nx\n</div>\n  \n## Kept as HTML\n\n## Own\n\n<div>\nx\n</div>\n\n## Other\n";
  const idsIn = async (source: string) => {
    const { site } = await openTexts({ "docs/index.html": shell("", source), "docs/README.md": page });
    return [...anchorsOf(site, "docs/README.md")];
  };
  expect(await idsIn("//cdn.jsdelivr.net/npm/docsify@4")).toEqual(["a", "own", "other"]);
  expect(await idsIn("//cdn.jsdelivr.net/npm/docsify@5")).toEqual(["a", "kept-as-html", "own", "other"]);
});

const base = {
  "docs/_sidebar.md": "* [Home](/)\n* [Hull](guide/hull.md)\n* [Sail](guide/sail)\n",
  "docs/README.md":
    '# Boats\n\n[hull](guide/hull.md) [keel](/guide/hull?id=keel) <a href="#/guide/hull?id=keel">keel</a>\n',
  "docs/guide/hull.md":
    '# Hull\n\n## Keel\n\n[sail](guide/sail.md) [own](#keel) ![mast](mast.png)\n\n<img src="guide/mast.png" alt="mast">\n',
  "docs/guide/sail.md": "# Sail\n\n[hull](guide/hull.md#Keel)\n",
  "docs/guide/mast.png": "",
};

describe("Docsify", () => {
  it("lets the links to a page follow it, and its pictures", async () => {
    const { site } = await openTexts({ ...base, "docs/index.html": shell("loadSidebar: true") });
    const { edits, unclear } = await planMove(site, "docs/guide/hull.md", "docs/parts/README.md");
    expect(unclear).toEqual([]);
    expect(Object.fromEntries(edits.map(({ path, text }) => [path, text]))).toEqual({
      "docs/_sidebar.md": "* [Home](/)\n* [Hull](parts/README.md)\n* [Sail](guide/sail)\n",
      "docs/README.md":
        '# Boats\n\n[hull](parts/README.md) [keel](/parts/?id=keel) <a href="#/parts/?id=keel">keel</a>\n',
      "docs/parts/README.md":
        '# Hull\n\n## Keel\n\n[sail](guide/sail.md) [own](#keel) ![mast](../guide/mast.png)\n\n<img src="guide/mast.png" alt="mast">\n',
      "docs/guide/sail.md": "# Sail\n\n[hull](parts/README.md#Keel)\n",
    });
  });

  it("judges and repairs anchors however they are written", async () => {
    const { site } = await openTexts({
      ...{ ...base, "docs/index.html": shell("loadSidebar: true") },
      "docs/README.md":
        '# Boats\n\n[a](guide/hull?id=keels) [b](?id=booats) [c](guide/hull.md?id=Keel) <a href="#/guide/hull?id=Keel">d</a>\n',
    });
    const { findings } = await checkSite(site);
    expect(findings.map(({ target, suggestion }) => [target, suggestion?.new])).toEqual([
      ["guide/hull?id=keels", "guide/hull?id=keel"],
      ["?id=booats", "?id=boats"],
      ["#/guide/hull?id=Keel", "#/guide/hull?id=keel"],
    ]);
  });

  it("repairs a target only by what leads somewhere in a link of its kind", async () => {
    const { site } = await openTexts({
      ...{ ...base, "docs/index.html": shell("loadSidebar: true") },
      "docs/guide/sail.md":
        '# Sail\n\n![a](Mast.png) <img src="guide/Mast.png" alt="b"> [c](guide/Hull) <a href="guide/hull">d</a>\n',
    });
    const { findings } = await checkSite(site);
    expect(findings.map(({ target, suggestion }) => [target, suggestion?.new])).toEqual([
      ["Mast.png", "mast.png"],
      ["guide/Mast.png", undefined],
      ["guide/Hull", "guide/hull"],
      ["guide/hull", undefined],
    ]);
  });

  it("lets what names a picture follow it, from the page and from the root", async () => {
    const { site } = await openTexts({ ...base, "docs/index.html": shell("loadSidebar: true") });
    const { edits, unclear } = await planMove(site, "docs/guide/mast.png", "docs/img/mast.png");
    expect(unclear).toEqual([]);
    expect(edits.map(({ text }) => text.split("\n\n").slice(-2))).toEqual([
      [
        "[sail](guide/sail.md) [own](#keel) ![mast](../img/mast.png)",
        '<img src="img/mast.png" alt="mast">\n',
      ],
    ]);
  });

  it("counts links from the page where the settings say so", async () => {
    const files = {
      "docs/index.html": shell("relativePath: true"),
      "docs/README.md": "# Boats\n\n[hull](guide/hull.md) [keel](./guide/hull?id=keel)\n",
      "docs/guide/hull.md": "# Hull\n\n## Keel\n\n[sail](sail.md) [up](../) [home](../README.md)\n",
      "docs/guide/sail.md": "# Sail\n\n[hull](hull.md#keel)\n",
    };
    const { site } = await openTexts(files);
    const { edits } = await planMove(site, "docs/guide/hull.md", "docs/parts/deep/hull.md");
    expect(Object.fromEntries(edits.map(({ path, text }) => [path, text.split("\n\n").at(-1)]))).toEqual({
      "docs/README.md": "[hull](parts/deep/hull.md) [keel](./parts/deep/hull?id=keel)\n",
      "docs/parts/deep/hull.md": "[sail](../../guide/sail.md) [up](../../) [home](../../README.md)\n",
      "docs/guide/sail.md": "[hull](../parts/deep/hull.md#keel)\n",
    });
  });

  it("takes the item of a deleted page out of the menus, and finds links in text", async () => {
    const { site } = await openTexts({ ...base, "docs/index.html": shell("loadSidebar: true") });
    const { edits, inbound } = await planDelete(site, "docs/guide/sail.md");
    expect(edits).toEqual([
      expect.objectContaining({
        path: "docs/_sidebar.md",
        text: "* [Home](/)\n* [Hull](guide/hull.md)\n",
      }),
    ]);
    expect(inbound.map(({ path, target }) => `${path} ${target}`)).toEqual([
      "docs/guide/hull.md guide/sail.md",
      "docs/_sidebar.md guide/sail",
    ]);
  });

  it("finds a new page that nothing links to", async () => {
    const { site } = await openTexts({
      ...{ ...base, "docs/index.html": shell("loadSidebar: true"), "docs/guide/_sidebar.md": "" },
      ...{ "docs/alone.md": "[own](alone.md)\n", "docs/part.md": "", "docs/guide/rope.md": "" },
      "docs/guide/sail.md": "[rope](/guide/rope)\n\n[part](../part.md ':include')\n",
    });
    const newPaths = ["docs/alone.md", "docs/part.md", "docs/guide/rope.md", "docs/guide/_sidebar.md"];
    const { findings } = await checkSite(site, { newPaths });
    expect(findings.filter(({ rule }) => rule === "navigation").map(({ path }) => path)).toEqual([
      "docs/alone.md",
    ]);
  });

  it("knows the ids of both versions where it is not known which one is loaded", async () => {
    const page = { "docs/README.md": "# A\n\n## Bow & stern\n" };
    const ids = async (source: string) => {
      const { site } = await openTexts({ ...page, "docs/index.html": shell("", source) });
      return [...anchorsOf(site, "docs/README.md")];
    };
    expect(await ids("/vendor/docsify@5.0.0/dist/docsify.js")).toEqual(["a", "bow--stern"]);
    expect(await ids("//unpkg.com/docsify/lib/docsify.min.js")).toEqual(["a", "bow-amp-stern"]);
    expect(await ids("docsify.min.js")).toEqual(["a", "bow-amp-stern", "bow--stern"]);
  });
});
