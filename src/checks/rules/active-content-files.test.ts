import { describe, expect, it } from "vitest";
import { judgeActiveContent as judge, markdown } from "../../../test/helpers/judge-active-content.ts";

const vitepress = { ...markdown, ".vitepress/config.ts": "export default {};\n" };
const docusaurus = {
  ...{ "docusaurus.config.js": "module.exports = { presets: [['classic', { docs: {} }]] };\n" },
  ...{ "docs/a.md": "# A\n\n[x](@site/static/a.zip)\n", "static/a.zip": "", "docs/img/a.png": "" },
  ...{ ".github/logo.svg": "", ".gitbook/assets/a_b c.png": "", "README.md": "# R\n" },
};
const hugo = {
  ...{ "hugo.toml": "title = 'x'\n", "content/a.md": '{{< code file="a.md" >}} {{< note >}}\n' },
  ...{ "content/sub/b.md": "# B\n" },
};
const jekyll = {
  "_config.yml": "title: x\n",
  Gemfile: 'gem "jekyll"\n',
  "index.md": "---\n---\n{{ page.title }}\n",
};
const mkdocs = { "mkdocs.yml": "site_name: x\n", "docs/index.md": '{% include-markdown "index.md" %}\n' };
const fields = (lines: string): string => `---\ntitle: A\n${lines}\n---\n\n# New\n`;
const at = (site: Record<string, string>, path: string) => ({ site, path, newPaths: [path] });

describe("front matter", () => {
  it.each([
    fields("head:\n  - tag: script\n    content: alert(1)"),
    fields("head: [{ tag: script, attrs: { src: 'https://evil.example/x.js' } }]"),
    fields("head:\n  - - link\n    - rel: stylesheet\n      href: https://evil.example/x.css"),
    fields('"he\\x61d": [[script, {}, "alert(1)"]]'),
    fields("x: &a [script, {}, alert(1)]\nhead: [*a]"),
    "---js\n{ title: process.env.HOME }\n---\n# New\n",
    "\n--- JavaScript\n{ title: 1 }\n",
    fields("image: ../../.env"),
    fields("image: '@site/../../secrets'"),
  ])("%j is found", async (page) => {
    expect(await judge(page, at(vitepress, "guide/new.md"))).not.toEqual([]);
  });

  it.each([
    fields("head:\n  - - meta\n    - name: description\n      content: x"),
    fields("header: [script]\nheading: 'script'"),
    fields("image: ../img/a.png\nprev: ../other"),
    fields("loop: &a [*a]\npath: ../x"),
    "---toml\nx = 1\n---\n# New\n",
  ])("%j is not", async (page) => {
    expect(await judge(page, at(vitepress, "guide/new.md"))).toEqual([]);
  });
});

describe("files that a build copies", () => {
  it.each([
    "[x](../.env)",
    "[x](@site/../../../proc/self/environ)",
    "![x](../../../../../proc/self/environ)",
    "![x][e]\n\n[e]: %2e%2e/.env",
    '<img src="../.env?raw" />',
    "![x](/proc/self/environ?raw)",
  ])("%s is found", async (line) => {
    expect(await judge(`# A\n\n${line}\n`, at(docusaurus, "docs/new.md"))).toHaveLength(1);
  });

  it.each([
    "[v](../../graphs/contributors) [x](../README.md) [y](a.md#x) [z](../../other/page.md) [w](.)",
    "![v](../.gitbook/assets/a\\_b%20c.png) ![x](img/a.png) ![y](../.github/logo.svg) ![z](../../shared/logo.png)",
    "[x](@site/static/a.zip) [y](https://example.com/../.env)",
  ])("%s is not", async (line) => {
    expect(await judge(`# A\n\n${line}\n`, at(docusaurus, "docs/new.md"))).toEqual([]);
  });

  it("such as those of the download role, and of links in plain Markdown not", async () => {
    const sphinx = { ...markdown, "conf.py": "extensions = ['myst_parser']\n", "a.zip": "" };
    expect(await judge("# A\n\n{download}`../.env`\n", at(sphinx, "new.md"))).toHaveLength(1);
    expect(await judge("# A\n\n{download}`the env <../.env>`\n", at(sphinx, "new.md"))).toHaveLength(1);
    const line = "{download}`a.zip` [issues](../../issues) [x](.gitignore)";
    expect(await judge(`# A\n\n${line}\n`, at(sphinx, "new.md"))).toEqual([]);
  });
});

describe("other files", () => {
  it.each([
    ["docs/new.rst", ".. raw:: html\n   :file: ../../.env"],
    ["docs/new.rst", ".. csv-table::\n   :file: /etc/passwd"],
    ["docs/new.rst", ".. literalinclude:: ../../../secret.py"],
    ["docs/new.adoc", "include::../../../.env[]"],
    ["docs/de.po", 'msgid "a"\nmsgstr "<script src=\\"https://evil.example/x.js\\"></script>"'],
    ["docs/new.md", "```plantuml\n!include ../../.env\n```"],
    ["docs/new.md", "```plantuml\n!includeurl https://evil.example/x.puml\n```"],
  ])("%s: %j is found", async (path, text) => {
    expect(await judge(`${text}\n`, at(markdown, path))).not.toEqual([]);
  });

  it.each([
    ["docs/new.rst", ".. literalinclude:: parts/a.py\n   :language: python\n\n.. include:: /parts/b.rst"],
    ["docs/de.po", 'msgid "a <b>c</b>"\nmsgstr "d <b>e</b>"'],
    ["docs/new.md", "```plantuml\n!include <C4/C4_Context>\n!include parts/a.puml\n```"],
  ])("%s: %j is not", async (path, text) => {
    expect(await judge(`${text}\n`, at(markdown, path))).toEqual([]);
  });
});

describe("macros that the site uses", () => {
  it.each([
    [hugo, "content/new.md", '{{< code file="../../.env" >}}'],
    [hugo, "content/new.md", '{{< code\n  file="/proc/self/environ"\n>}}'],
    [hugo, "content/new.md", '```\n{{< readfile file="x" >}}\n```'],
    [mkdocs, "docs/new.md", '{% include-markdown "../.env" %}'],
    [mkdocs, "docs/new.md", "{!../../.env!}"],
    [jekyll, "new.md", "```\n{% evil %}\n```"],
    [jekyll, "new.md", "`{{ site.github.token }}`"],
  ])("%#: read no other files: %s %s %j", async (site, path, line) => {
    expect(await judge(`---\n---\n${line}\n`, at(site, path))).toHaveLength(1);
  });

  it.each([
    [hugo, "content/sub/new.md", '{{< code file="../a.md" lang=".md" >}} {{< note >}}x{{< /note >}}'],
    [hugo, "content/new.md", "```\n{{</* readfile file=x */>}}\n{{ .Title }}\n```"],
    [mkdocs, "docs/new.md", '{% include-markdown "../README.md" %}\n\n```\n{% evil %}\n```'],
    [jekyll, "new.md", "{% raw %}\n```\n{% evil %}\n```\n{% endraw %}"],
  ])("%#: may read those of the repository: %s %s %j", async (site, path, line) => {
    expect(await judge(`---\n---\n${line}\n`, at({ ...site, "README.md": "" }, path))).toEqual([]);
  });
});
