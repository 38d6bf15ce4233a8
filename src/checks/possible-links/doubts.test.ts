import { describe, expect, it } from "vitest";
import { brief, newAfter, page, site, type Texts } from "../../../test/helpers/site-with-doubts.ts";

describe("links that nobody judges and that a change may break", () => {
  it("are not those in templates that are judged", async () => {
    const jekyll: Texts = {
      "_config.yml": "title: T\n",
      "_layouts/a.html": "x",
      "docs/a.md": "---\n---\n\n[y]({% link docs/y.md %})\n",
      "docs/y.md": "---\n---\n",
    };
    const found = await newAfter(jekyll, { files: { "docs/y.md": null } });
    expect(found.map(({ message }) => message)).toEqual(["{% link docs/y.md %} leads nowhere"]);
  });

  it("are not those on pages that a change takes off the site", async () => {
    const hugo: Texts = {
      "hugo.toml": "[languages.en]\n[languages.fr]\n",
      "layouts/single.html": "x",
      "content/a.md": "[x](/fr/a/)\n",
      "content/a.fr.md": "[x](/fr/b/) [y](/a/)\n",
      "content/b.fr.md": "# B\n",
    };
    const off = "[languages.en]\n[languages.fr]\ndisabled = true\n";
    const found = await newAfter(hugo, { files: { "hugo.toml": off } });
    expect(found.map(({ path, target }) => `${path} ${target}`)).toEqual(["content/a.md /fr/a/"]);
  });

  it("are also those to a page that has another address now, where others may have any", async () => {
    const hugo: Texts = {
      "hugo.toml": "",
      "layouts/single.html": "x",
      "content/_content.gotmpl": "x",
      "content/a.md": "[x](/b/) [y](/c/)\n",
      "content/b.md": "---\ntitle: B\n---\n",
    };
    const found = await newAfter(hugo, { files: { "content/b.md": "---\nslug: d\n---\n" } });
    expect(found.map(({ path, target, message }) => [path, target, message])).toEqual([
      ["content/a.md", "/b/", "/b/ leads nowhere"],
    ]);
    expect(await newAfter(hugo, { files: { "content/b.md": "---\naliases: [/e/]\n---\n" } })).toEqual([]);
  });

  it("are none where a file of that name is beside the page", async () => {
    const broken = Array.from({ length: 20 }, (_, at) => `[a](none-${at}.html)`).join(" ");
    const files = {
      ...{ "_config.yml": "title: T\n", "_layouts/default.html": "{{ content }}\n" },
      "index.md": `---\n---\n# A <img src="parts/logo.png" />\n\n${broken}\n`,
      "docs/logo.png": "x",
    };
    const gone = { files: { "docs/logo.png": null } };
    expect(brief(await newAfter(files, gone))).toEqual(["internal-link index.md:3 docs/logo.png"]);
    expect(await newAfter({ ...files, "parts/logo.png": "x" }, gone)).toEqual([]);
  });

  it("are none where another page has the route of the one that goes", async () => {
    const menu = 'export default [{ link: "/looms" }, { link: "/looms/" }];\n';
    const files = { "docs/looms/README.md": "# Looms\n", "docs/.vuepress/navbar.ts": menu };
    const gone = { "docs/looms/README.md": null };
    expect(brief(await newAfter(files, { files: gone }))).toHaveLength(2);
    const found = await newAfter(files, { files: { ...gone, "docs/looms.md": "# Looms\n" } });
    expect(found.map(({ target }) => target)).toEqual(["/looms/"]);
  });

  it("are none where another file is served at the address", async () => {
    const link = "[x](https://h.example/llms.txt)\n";
    const files = { "llms.txt": "", "content/a.md": link, "content/b.md": "# B\n" };
    const gone = { files: { "llms.txt": null } };
    expect(brief(await newAfter(files, gone))).toEqual(["internal-link content/a.md:1 llms.txt"]);
    expect(await newAfter({ ...files, "static/llms.txt": "" }, gone)).toEqual([]);
  });

  it("are those in code where the generator is known, to the page's own address", async () => {
    const texts = {
      "docusaurus.config.js":
        'export default { baseUrl: "/b/", url: "https://h.example", presets: [["classic", {}]] };\n',
      "docs/guide/start.md": "# Start\n",
      "src/pages/index.tsx":
        'export default () => [<Link to="/docs/guide/start#x" />, <a href="/b/docs/guide/start/" />, <Link to="/start" />];\n',
      "README.md": "[a](https://h.example/b/docs/guide/start)\n",
      "sidebars.js": 'export default { main: make("docs/guide/start") };\n',
    };
    const change = { files: { "docs/guide/start.md": null } };
    expect((await newAfter(texts, change)).map(({ path, target }) => `${path} ${target}`)).toEqual([
      "README.md https://h.example/b/docs/guide/start",
      "sidebars.js docs/guide/start",
      "src/pages/index.tsx /docs/guide/start#x",
      "src/pages/index.tsx /b/docs/guide/start/",
    ]);
    const slugged = { files: { "docs/guide/start.md": "---\nslug: begin\n---\n# Start\n" } };
    expect(await newAfter(texts, slugged)).toHaveLength(3);
    const kept = { files: { ...change.files, "docs/guide/start/index.md": "# Start\n" } };
    expect(await newAfter(texts, kept)).toEqual([]);
    expect(await newAfter(texts, { ...change, released: ["docs/guide/start.md"] })).toEqual([]);
  });

  it("are those in code to files that are published as they are", async () => {
    const texts = {
      ".vitepress/config.ts": "export default { base: '/b/', themeConfig: { logo: '/boat.svg' } }\n",
      "index.md": "# A\n\n![a](/boat.svg)\n",
      "public/boat.svg": "",
      ".vitepress/theme/Top.vue": '<template><a href="/b/plan.pdf" /></template>\n',
      "public/plan.pdf": "",
    };
    const found = await newAfter(texts, { files: { "public/boat.svg": null, "public/plan.pdf": null } });
    expect(found.map(({ rule, path, target }) => `${rule} ${path} ${target}`)).toEqual([
      "image .vitepress/config.ts /boat.svg",
      "internal-link .vitepress/theme/Top.vue /b/plan.pdf",
      "image index.md /boat.svg",
    ]);
  });

  it("are those of the theme where the start page goes", async () => {
    const texts = { ".vitepress/config.ts": "export default {\n  title: 'A',\n}\n", "index.md": "# A\n" };
    const files = { "index.md": null, "home.md": "# A\n" };
    expect(await newAfter(texts, { files })).toMatchObject([
      { rule: "navigation", path: ".vitepress/config.ts", line: 2, target: "/" },
    ]);
    expect(await newAfter(texts, { files, released: ["index.md"] })).toEqual([]);
  });

  it("are those of language menus where a translation goes and its page stays", async () => {
    const locales = "locales: { root: { lang: 'en' }, fr: { lang: 'fr' } }";
    const texts = {
      ".vitepress/config.ts": `export default { ${locales} }\n`,
      "index.md": "# A\n",
      "guide/rig.md": "# B\n",
      "fr/guide/rig.md": "# B\n",
    };
    const gone = { files: { "fr/guide/rig.md": null } };
    expect(await newAfter(texts, gone)).toMatchObject([
      { rule: "navigation", path: "guide/rig.md", target: "/fr/guide/rig" },
    ]);
    expect(await newAfter(texts, { files: { ...gone.files, "guide/rig.md": null } })).toEqual([]);
    expect(await newAfter(texts, { ...gone, released: ["fr/guide/rig.md"] })).toEqual([]);
  });

  it("are those of redirects too where so many lead nowhere that they are not judged", async () => {
    const redirect = (from: string, to: string, permanent: boolean) =>
      `{ source: "/${from}", destination: "/${to}", permanent: ${permanent} },\n`;
    const dead = Array.from({ length: 20 }, (_, at) => redirect(`old-${at}`, `none-${at}`, true));
    const texts = {
      "next.config.js": `import nextra from "nextra";\nexport default nextra({})({ redirects: () => [\n${[...dead, redirect("lasting", "guide", true), redirect("today", "guide", false), redirect("other", "index", true)].join("")}] });\n`,
      "pages/guide.mdx": "# Guide\n",
      "pages/index.mdx": "# A\n\n[a](/lasting) [b](/today)\n",
    };
    const found = await newAfter(texts, { files: { "pages/guide.mdx": null } });
    expect(found.map(({ rule, path, line }) => `${rule} ${path}:${line}`)).toEqual([
      "redirect-target next.config.js:23",
      "redirect-target next.config.js:24",
    ]);
  });

  it("are found once where the generator is known and many links look broken", async () => {
    const broken = Array.from({ length: 20 }, (_, at) => `[${at}](/none-${at}/)`).join(" ");
    const texts = {
      "astro.config.mjs":
        'import starlight from "@astrojs/starlight";\nexport default { integrations: [starlight({ title: "T" })] };\n',
      "src/content/docs/a.md": `${broken}\n\n[x](/guide/tools/)\n`,
      "src/content/docs/guide/tools.md": "# Tools\n",
    };
    const found = await newAfter(texts, { files: { "src/content/docs/guide/tools.md": null } });
    expect(found.map(({ path, line, message }) => `${path}:${line} ${message}`)).toEqual([
      "src/content/docs/a.md:3 /guide/tools/ leads nowhere",
    ]);
  });

  it("are links of a page that moves which count from the page, as others of the site do", async () => {
    const own = "# Log\n\n[guide](guide.md#go) [up](../a.md)\n";
    const files: Texts = {
      ...{ "README.md": "---\nx: 1\n---\n# R\n", "a.md": "# A\n", "dev/guide.md": "# Guide\n\n## Go\n" },
      "dev/log.md": own,
      "dev/b.md": "# B\n\n[a](guide.md) [b](log.md)\n",
    };
    const move = (before: Texts) =>
      newAfter(before, {
        files: { "dev/log.md": null, "dev/new/log.md": own.replace("../a", "../../a"), "dev/b.md": "# B\n" },
        renames: { "dev/log.md": "dev/new/log.md" },
        released: ["dev/log.md"],
      });
    expect((await move(files)).map(({ path, target }) => `${path} ${target}`)).toEqual([
      "dev/new/log.md guide.md#go",
    ]);
    // Here they may as well count from a folder above.
    expect(await move({ ...files, "guide.md": "# G\n", "log.md": "# L\n" })).toEqual([]);
  });

  it("are new findings when their page goes, unless its move or deletion was looked at before", async () => {
    const files = { [page]: null, "content/kit/tools.mdx": site[page]! };
    const texts = {
      ...site,
      "sidebars.json": '["learn/tools"]',
      "static/_redirects": "/t /learn/tools 301\n",
    };
    const renames = { [page]: "content/kit/tools.mdx" };
    for (const change of [{ files }, { files, renames }])
      expect(brief(await newAfter(texts, change))).toEqual([
        `internal-link content/a.md:1 ${page}`,
        `internal-link content/a.md:1 ${page}`,
        `internal-link sidebars.json:1 ${page}`,
        `internal-link static/_redirects:1 ${page}`,
      ]);
    expect(await newAfter(texts, { files, renames, released: [page] })).toEqual([]);
  });

  it("are none from the root where the generator gives their page another address, even if many look broken", async () => {
    const broken = Array.from({ length: 30 }, (_, at) => `[x](/none/${at}/)`).join(" ");
    const texts = {
      ...{ "hugo.toml": 'baseURL = "https://example.com/"\n', "layouts/single.html": "x" },
      "content/outer/pump.md": "---\ntitle: Pump\n---\n",
      "content/a.md": `---\ntitle: A\n---\n\n${broken}\n\n[a](/inner/pump/) [b](/outer/pump/) [c](/en/outer/pump/) [d](/pump/)\n`,
    };
    const found = await newAfter(texts, { files: { "content/outer/pump.md": null } });
    expect(found.map(({ target }) => target)).toEqual(["/outer/pump/", "/en/outer/pump/", "/pump/"]);
  });

  it("are none where the page only gets another number, which they leave out", async () => {
    const [old, now] = ["docs/02-tags/11-bind.md", "docs/03-tags/12-bind.md"];
    const texts = { [old]: "# Bind\n", "docs/a.md": "[x](bind) [y](/docs/tags/bind) [z](11-bind)\n" };
    const renumber = (to: string) =>
      newAfter(texts, { files: { [old]: null, [to]: texts[old]! }, renames: { [old]: to } });
    expect((await renumber(now)).map(({ target }) => target)).toEqual(["11-bind"]);
    expect((await renumber("docs/03-tags/12-use.md")).map(({ target }) => target)).toHaveLength(3);
  });

  it.each([
    ["static/_redirects", "/old/kit /learn/tools 301", ""],
    ["netlify.toml", '  from = "/old/kit"', '  from = "/old/box"'],
    ["vercel.json", '{"source": "/old/kit", "destination": "/learn/tools"}', "{}"],
    ["astro.config.mjs", "  '/old/kit/': '/learn/tools',", "  '/old/box': '/learn/tools',"],
  ])("are new findings when the redirect goes by which they worked: %s", async (path, line, other) => {
    const texts = { ...site, [path]: `${line}\n`, "content/b.md": "[x](/old/kit/#a) [y](/old/else)\n" };
    expect(brief(await newAfter(texts, { files: { [path]: `${other}\n` } }))).toEqual([
      `internal-link content/b.md:1 ${path}`,
    ]);
    expect(await newAfter(texts, { files: { [path]: `# more\n${line}\n` } })).toEqual([]);
  });

  it("are found where they led to a page for certain as long as it was there", async () => {
    const texts: Texts = {
      "docs/use.md": "[1](tools) [2](kit) [3](pots)\n",
      "docs/kit.md": "",
      "docs/pots.md": "",
    };
    const id = { ...texts, "docs/Tools.md": "---\nid: tools\n---\n" };
    const found = await newAfter(id, { files: { "docs/Tools.md": null }, released: ["docs/Tools.md"] });
    expect(found.map(({ rule, target }) => `${rule} ${target}`)).toEqual(["internal-link tools"]);
  });

  it.each([
    ["slug: kit", "slug: box", "/learn/kit"],
    ["url: /kit/", "", "/kit/"],
    ["aliases: [/old/kit]", "aliases: []", "/old/kit"],
    ["", "slug: box", "/learn/tools"],
  ])("are new findings when the address of a page goes: %s becomes %s", async (old, now, target) => {
    const front = (line: string) => (line === "" ? "# Tools\n" : `---\n${line}\n---\n\n# Tools\n`);
    const texts = { [page]: front(old), "content/a.md": `[x](${target})\n` };
    expect(brief(await newAfter(texts, { files: { [page]: front(now) } }))).toEqual([
      `internal-link content/a.md:1 ${page}`,
    ]);
    const kept = front(old).replace("# Tools", "# Kit");
    expect(await newAfter(texts, { files: { [page]: kept } })).toEqual([]);
  });

  it("finds links to a page that is gone where a plugin might have made the page", async () => {
    const pages = {
      "mkdocs.yml": "site_name: A\nplugins:\n  - a-plugin-of-ours\n",
      "docs/b.md": "# B\n",
      "docs/c.png": "",
    };
    const texts = { ...pages, "docs/index.md": "[b](b.md#b) [nowhere](d.md) ![c](c.png)\n" };
    const gone = { "docs/b.md": null, "docs/c.png": null };
    const found = await newAfter(texts, { files: gone, released: Object.keys(gone) });
    expect(brief(found)).toEqual([
      "internal-link docs/index.md:1 undefined",
      "image docs/index.md:1 undefined",
    ]);
  });
});
