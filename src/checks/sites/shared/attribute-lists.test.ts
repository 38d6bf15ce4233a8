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

testSmallSites([
  {
    name: "Writerside: an id may stand behind a sign with spaces around it",
    generator: "plain",
    files: { "topics/a.md": spaced, "v.list": "" },
    found: ["anchor topics/a.md #loop"],
  },
  {
    name: "Hugo: the same",
    generator: "hugo",
    files: { "hugo.toml": "", "layouts/single.html": "x", "content/a.md": spaced },
    found: ["anchor content/a.md #loop"],
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
