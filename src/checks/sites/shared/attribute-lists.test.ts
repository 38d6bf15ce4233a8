import { type SmallSite, testSmallSites } from "../../../../test/helpers/test-small-sites.ts";

const headings =
  "## Warp {loom}\n\n## Weft {.wide}\n\n## Rope {#knot}\n\n## Cord {#bend .wide}\n\n## Line {#hitch taut}\n";
const ids = ["warp-loom", "weft", "weft-wide", "knot", "rope-knot", "bend", "cord-bend-wide"];
const links = [...ids, "hitch", "line-hitch-taut"].map((id) => `[a](#${id})`).join("\n");

/** What the generators themselves make of these headings. */
function siteOf(generator: string, page: string, files: Record<string, string>, dead: string[]): SmallSite {
  return {
    name: `${generator}: lists of attributes behind headings are text, or are not`,
    generator,
    files: { ...files, [page]: `---\ntitle: T\n---\n\n${headings}\n${links}\n` },
    found: dead.map((id) => `anchor ${page} #${id}`),
  };
}

const spaced =
  "## Bowl {id = bowline}\n\n## Loop { id='loop-knot' .wide }\n\n[a](#bowline) [b](#loop-knot) [c](#loop)\n";

/** Headings with the id that each has, and one that it might have. */
const unusual = [
  ["## Warp {#a}{.wide}", "warp-a", "a"],
  ["## Weft {#b/c}", "weft-bc", "b/c"],
  ["## Heddle {#e} ##", "heddle-e", "e"],
  ["## Shed ## {#f}", "f", "shed"],
  ['## Loom {.wide #g data-x="1 2"}', "g", "loom"],
  ["## Pick {#h1 #h2}", "h2", "h1"],
  ["## Selvedge {#i,.wide}", "i", "selvedge"],
  ["## Beam {##j}", "j", "beam-j"],
  ["## Treadle {#}", null, "treadle"],
  ["Batten\nBobbin {#k}\n---", "k", "bobbin"],
  ["Temple\nLease\n---", "lease", "temple-lease"],
] as const;

const unusualOfMdbook = [
  ...unusual.filter(([, id]) => id !== null && !/^(?:weft-bc|i|j|lease)$/.test(id)),
  ["## Weft {#b/c}", "b/c", "weft-bc"],
  ["## Selvedge {#i,.wide}", "i,.wide", "i"],
  ["## Beam {##j}", "#j", "j"],
  ["## Treadle {#}", "treadle", "treadle-"],
  ["## Spool {id=l #m taut}", "m", "l"],
  ["## Spool {m1}", "spool", "spool-m1"],
  ["## Temple {#lease}\n\n## Lease", "lease", "lease-1"],
] as const;

type Case = readonly [heading: string, id: string | null, dead: string];

/** What stands in and around a list decides whether it is one. */
function siteOfHeading(generator: string, path: string, files: Record<string, string>) {
  return ([heading, id, dead]: Case): SmallSite => ({
    name: `${generator}: ${heading.replaceAll("\n", " ")}`,
    generator,
    files: { ...files, [path]: `# T\n\n${heading}\n\n${id === null ? "" : `[a](#${id})`} [b](#${dead})\n` },
    found: [`anchor ${path} #${dead}`],
  });
}

testSmallSites([
  ...unusual.map(siteOfHeading("hugo", "content/a.md", { "hugo.toml": "", "layouts/single.html": "x" })),
  ...unusualOfMdbook.map(
    siteOfHeading("mdbook", "src/a.md", { "book.toml": "[book]\n", "src/SUMMARY.md": "- [A](a.md)\n" }),
  ),
  {
    name: "Jekyll: a list with marks of the heading behind it is text",
    generator: "jekyll",
    files: {
      "_config.yml": "title: T\n",
      "_layouts/a.html": "x",
      "index.md": "",
      "a.md":
        "---\ntitle: T\n---\n\n## Heddle {#e} ##\n\n## Shed ## {#f}\n\n[a](#heddle-e) [b](#e) [c](#f) [d](#shed)\n",
    },
    found: ["anchor a.md #e", "anchor a.md #shed"],
  },
  {
    name: "Writerside: an id may stand behind a sign with spaces around it",
    generator: "plain",
    files: { "topics/a.md": spaced, "v.list": "" },
    found: ["anchor topics/a.md #loop"],
  },
  {
    name: "Hugo: the same, but only double quotes are quotes",
    generator: "hugo",
    files: { "hugo.toml": "", "layouts/single.html": "x", "content/a.md": spaced },
    found: ["anchor content/a.md #loop", "anchor content/a.md #loop-knot"],
  },
  siteOf("hugo", "content/a.md", { "hugo.toml": "", "layouts/single.html": "x" }, [
    "cord-bend-wide",
    "hitch",
    "rope-knot",
    "weft-wide",
  ]),
  siteOf("jekyll", "a.md", { "_config.yml": "title: T\n", "_layouts/a.html": "x", "index.md": "" }, [
    "bend",
    "hitch",
    "rope-knot",
    "weft",
  ]),
  // MyST reads `{#knot}` in other places as the name of what follows.
  siteOf("sphinx", "index.md", { "conf.py": 'extensions = ["myst_parser"]\nmyst_heading_anchors = 3\n' }, [
    "weft",
  ]),
  siteOf(
    "starlight",
    "src/content/docs/a.md",
    {
      "astro.config.mjs":
        'import starlight from "@astrojs/starlight";\nexport default defineConfig({ integrations: [starlight({ title: "T" })] });\n',
    },
    ["bend", "hitch", "knot", "weft"],
  ),
]);
