import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { type SmallSite, testSmallSites } from "../../../../test/helpers/test-small-sites.ts";
import { checkSite } from "../../check-site.ts";

const page = "---\ntitle: T\n---\n\n";
const dates = {
  "layouts/single.html": "x",
  "content/expired.md": "---\nexpiryDate: 2001-02-03\n---\n",
  "content/lasting.md": "---\nexpiryDate: 9001-02-03\npublishDate: 2001-02-03\n---\n",
  "content/later.md": "---\ndate: 9001-02-03\n---\n",
  "content/hidden.md": "---\npublished: false\n---\n",
  "content/a.md": `${page}[a](/expired/) [b](/lasting/) [c](/later/) [d](/hidden/) [e]({{< ref "expired" >}}) [f]({{< ref "later#x" >}}) [g](/lasting/#x)\n`,
};

const sites: SmallSite[] = [
  {
    name: "Hugo: expired pages are not built, later ones not yet",
    generator: "hugo",
    files: { "hugo.toml": "", ...dates },
    found: [
      "anchor content/a.md /lasting/#x",
      "internal-link content/a.md /expired/",
      "internal-link content/a.md /hidden/",
      'internal-link content/a.md {{< ref "expired" >}}',
    ],
  },
  {
    name: "Hugo: a configuration that builds them",
    generator: "hugo",
    files: { "hugo.toml": "buildDrafts = true\nbuildExpired = true\nbuildFuture = true\n", ...dates },
    found: ["anchor content/a.md /lasting/#x", 'anchor content/a.md {{< ref "later#x" >}}'],
  },
  {
    // As Hugo 0.111 and 0.168 make them.
    name: "Hugo: ids with and without the dashes of a heading, except where these stay",
    generator: "hugo",
    files: {
      "hugo.toml": "",
      "layouts/single.html": "x",
      "content/a.md": `${page}## The --verbose flag\n\n## Use \`--quiet\`\n\n[a](#the---verbose-flag) [b](#the-verbose-flag) [c](#use---quiet) [d](#use-quiet)\n`,
    },
    found: ["anchor content/a.md #use-quiet"],
  },
  {
    name: "Hugo: pages below a section with a slug are at one of two addresses",
    generator: "hugo",
    files: {
      "hugo.toml": "",
      "layouts/single.html": "x",
      "content/a.md": `${page}[a](/s/b/#none) [b](/t/b/) [c]({{< ref "s/b#none" >}})\n`,
      "content/s/_index.md": "---\nslug: t\n---\n",
      "content/s/b.md": `${page}[a](../none/)\n`,
    },
    found: ['anchor content/a.md {{< ref "s/b#none" >}}'],
  },
  {
    name: "Hugo: its own hook finds sections without a page, and a hook of the site changes no pictures",
    generator: "hugo",
    files: {
      "hugo.toml": "[languages.en]\n[languages.fr]\n",
      "layouts/single.html": "x",
      "content/a.md": `${page}[a](s/_index.md) [b](s) [c](n)\n`,
      "content/s/b.md": page,
    },
    found: ["internal-link content/a.md n"],
  },
  {
    name: "Hugo: sections in the languages that have them",
    generator: "hugo",
    files: {
      "hugo.toml": '[languages.en]\ncontentDir = "en"\n[languages.fr]\ncontentDir = "fr"\n',
      "layouts/single.html": "x",
      "en/a.md": `${page}[a](/s/) [b](/fr/s/)\n`,
      "fr/a.md": page,
      "fr/s/b.md": page,
    },
    found: ["internal-link en/a.md /s/"],
  },
  {
    name: "Hugo: a link hook of the site changes no pictures, and leads to no page of another language",
    generator: "hugo",
    files: {
      "hugo.toml": '[languages.en]\ncontentDir = "c/en"\n[languages.fr]\ncontentDir = "c/fr"\n',
      "layouts/_markup/render-link.html": "x",
      "c/en/a.md": `${page}![P](/none.png) [a](../fr/a.md#none) [b](b.md#none)\n`,
      "c/en/b.md": page,
      "c/fr/a.md": page,
    },
    found: ["anchor c/en/a.md b.md#none", "image c/en/a.md /none.png"],
  },
  {
    name: "Hugo: a link hook of the site may lead an address to the page's own language",
    generator: "hugo",
    files: {
      "hugo.toml": "[languages.en]\n[languages.fr]\n",
      "layouts/_markup/render-link.html": "x",
      "content/a.md": page,
      "content/a.fr.md": page,
      "content/b.md": page,
      "content/c.fr.md": `${page}[a](/a/#none) [b](/b/#none)\n`,
    },
    found: ["anchor content/c.fr.md /b/#none"],
  },
];

testSmallSites(sites);

it("knows that the list which takes the place of a section's page has none of its headings", async () => {
  const { site, set } = await openTexts({
    "hugo.toml": "",
    "layouts/single.html": "x",
    "content/a.md": `${page}[a](/s/) [b](/s/#top-of-s) [c]({{< ref "s#top-of-s" >}})\n`,
    "content/s/_index.md": `${page}## Top of S\n`,
    "content/s/b.md": `${page}[d]({{< ref "_index.md" >}}) [e]({{< ref "_index.md#top-of-s" >}})\n`,
    "content/_index.md": page,
  });
  expect((await checkSite(site)).findings).toEqual([]);
  await set({ "content/s/_index.md": null });
  const { findings } = await checkSite(site);
  expect(findings.map(({ target }) => target)).toEqual([
    "/s/#top-of-s",
    '{{< ref "s#top-of-s" >}}',
    '{{< ref "_index.md#top-of-s" >}}',
  ]);
});
