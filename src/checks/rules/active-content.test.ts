import { describe, expect, it } from "vitest";
import { startCpuClock } from "../../../test/helpers/start-cpu-clock.ts";
import { createPause } from "../create-pause.ts";
import { openSite } from "../open-site.ts";
import { createScanCache } from "../scan-cache.ts";
import { type ActiveInput, activePathsOf, checkActiveContent } from "./active-content.ts";

const mintlify = {
  "docs.json": '{"$schema": "https://mintlify.com/docs.json", "navigation": {"pages": ["index"]}}',
  "index.mdx": [
    'import Tip from "/snippets/tip.mdx";',
    'import { Chart } from "@acme/charts";',
    "",
    "![Logo](https://img.example.com/logo.png)",
    "",
    '<iframe src="https://www.youtube.com/embed/1" title="Video" />',
    "",
    "<Chart data={{ a: 1 }} />",
    "",
  ].join("\n"),
  "snippets/tip.mdx": "Tip\n",
  "snippets/card.jsx": "export const Card = () => null;\n",
  "images/a.png": "",
};

/** Messages for one page as it is after a change of a site. */
async function judge(
  page: string,
  options: { site?: Record<string, string>; path?: string; before?: string } & Partial<ActiveInput> = {},
): Promise<string[]> {
  const { site: files = mintlify, path = "new.mdx", before, allowed, newPaths = [path] } = options;
  const all: Record<string, string> = { ...files, [path]: page };
  const site = await openSite({
    files: Object.keys(all),
    read: async (one) => Buffer.from(all[one]!),
    cache: createScanCache(),
  });
  const findings = await checkActiveContent(site, new Map(), {
    changedPaths: [path],
    newPaths,
    readBase: async () => (before === undefined ? null : Buffer.from(before)),
    allowed: { components: [], hosts: [], ...allowed },
    pause: createPause(),
  });
  return findings.map(({ message }) => message);
}

const markdown = { "index.md": "# Hi\n\n![Logo](https://img.example.com/logo.png)\n" };

describe("active content in MDX", () => {
  it.each([
    'import fs from "node:fs"',
    'import fs from "fs"',
    "import * as cp from 'child_process'",
    'import "https://evil.example/x.js"',
    'import x from "../package.json"',
    'import { Card } from "/snippets/other.jsx"',
    'export { x } from "left-pad"',
    "export const secret = process.env.TOKEN",
    "export const a = () => 1",
    "export default function Layout() { return null }",
    "{process.env.TOKEN}",
    "{ process . env }",
    "{pr\\u006fcess.env}",
    '{fetch("https://evil.example")}',
    '{require("fs")}',
    '{import("fs")}',
    "{await import('fs')}",
    '{eval("1")}',
    '{Function("return 1")()}',
    "{new Function('1')()}",
    "{globalThis.x}",
    "{window.location.href}",
    "{document.cookie}",
    '{[].constructor.constructor("x")()}',
    '{[]["constructor"]["constructor"]("x")()}',
    `{\`\${document.cookie}\`}`,
    "{(() => fetch`https://evil.example`)()}",
    "{evil()}",
    "{new Image()}",
    '{/"/.test("") || fetch("x") || /"/}',
    "{<p>' </p> || fetch('x') || <p>'</p>}",
    "<Card title={window.name} />",
    "<Card {...globalThis} />",
    "<Card onClick={() => 1} />",
    "<div onclick='x()' />",
    "<div ONMOUSEOVER='x()' />",
    "<script>alert(1)</script>",
    "<Script src='/x.js' />",
    "<ScRiPt src='/x.js' />".toLowerCase(),
    '<iframe src="https://evil.example" />',
    "<iframe srcDoc='<script>1</script>' />",
    "<object data='/x.swf' />",
    "<embed src='/x.swf' />",
    "<base href='https://evil.example/' />",
    "<meta httpEquiv='refresh' content='0;url=https://evil.example' />",
    "<form action='https://evil.example'><input /></form>",
    "<link rel='stylesheet' href='https://evil.example/a.css' />",
    "<a href='javascript:alert(1)'>x</a>",
    "<a href='java&#115;cript:alert(1)'>x</a>",
    "<a href='java&Tab;script:alert(1)'>x</a>",
    "<a href={'java' + 'script:alert(1)'}>x</a>",
    "<a href={`javascript:alert(1)`}>x</a>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](javascript&colon;alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x]: javascript:alert(1)",
    "![x](https://evil.example/a.png)",
    "![x](//evil.example/a.png)",
    "![x](https:&#47;&#47;evil.example/a.png)",
    "![x](<https://evil.example/a.png>)",
    "[![x](https://evil.example/a.png)](/a)",
    "![x][pic]\n\n[pic]: https://evil.example/a.png",
    "![pic]\n\n[Pic]: https://evil.example/a.png",
    '<img src="https://evil.example/a.png" />',
    '<img srcSet="/a.png 1x, https://evil.example/a.png 2x" />',
    "<Image src={'https://evil.example/a.png'} />",
    '<Card img="https://evil.example/a.png" />',
    '<video poster="https://evil.example/a.png" />',
    "<div style={{ background: \"url('https://evil.example/a.png')\" }} />",
    "<style>{`@import 'https://evil.example/a.css';`}</style>",
    "<style>{`body { background: url(https://evil.example/a.png) }`}</style>",
    "<svg><image href='https://evil.example/a.png' /></svg>",
    "<svg><set attributeName='onmouseover' to='alert(1)' /></svg>",
    "<div dangerouslySetInnerHTML={{ __html: '<b>' }} />",
    "```jsx live\n<Evil />\n```",
  ])("%s is found", async (line) => {
    expect(await judge(`# Page\n\n${line}\n`)).not.toEqual([]);
  });

  it.each([
    "Text with a [link](https://evil.example) and <https://evil.example>.",
    '<Card title="How to fetch" icon="window" href="/guide">The process of a document.</Card>',
    '<Frame caption="A picture"><img src="/images/a.png" alt="A" /></Frame>',
    'import Tip from "/snippets/tip.mdx";\n\n<Tip />',
    'import Tip from "./snippets/tip.mdx";\n\n<Tip />',
    'import { Card } from "/snippets/card.jsx";\n\n<Card />',
    'import { Chart } from "@acme/charts";\n\n<Chart data={{ a: [1, 2], document: "x" }} />',
    "![Other](https://img.example.com/other.png)",
    '<iframe title="Other size" width="500" src="https://www.youtube.com/embed/1" />'.replace(
      ' title="Other size"',
      ' title="Video"',
    ),
    'export const rows = [{ name: "fetch", text: `process` }];\n\n{rows.map((row) => <li key={row.name}>{row.text}</li>)}',
    "{/* a comment about window.location */}",
    "{'fetch(\"x\")'}",
    '```js\nfetch("x"); process.exit();\n```',
    "Use `<script>` and `javascript:` with care: `{process.env}`.",
    '<Tabs><Tab title="npm">\n```sh\nnpm i\n```\n</Tab></Tabs>',
    "<Steps>{[1, 2].map((n) => <Step key={n} />)}</Steps>",
    '<ParamField path="on" query="once" only>Text</ParamField>',
    "import things from a list, or export them, is prose.",
  ])("%s is not", async (line) => {
    expect(await judge(`# Page\n\n${line}\n`)).toEqual([]);
  });
});

describe("active content in Markdown", () => {
  const at = { site: markdown, path: "new.md" };
  it.each([
    "<script>alert(1)</script>",
    "<SCRIPT src=/x.js></SCRIPT>",
    "<svg/onload=alert(1)>",
    "<textarea><!--</textarea><script>alert(1)</script>-->",
    "<img src=x onerror=alert(1)//",
    "<div>\n```\n<script>alert(1)</script>\n```\n</div>",
    "<pre>\n\n```\n<img src=x onerror=alert(1)>\n```\n</pre>",
    "<!--> <script>alert(1)</script> -->",
    "<!-- --!> <script>alert(1)</script> -->",
    "<svg onload=alert(1)>",
    '<a href="java\nscript:alert(1)">x</a>',
    "<javascript:alert(1)>",
    "<Frame src='x' onload='x()'>",
    "<meta http-equiv=refresh content='0'>",
    '<button @click="alert(1)">x</button>',
    '<p v-html="x"></p>',
    "{% include evil.html %}",
    "{{< rawhtml >}}<b>{{< /rawhtml >}}",
    "{{ config.__class__ }}",
    "{{ constructor.constructor('x')() }}",
    '--8<-- "https://evil.example/x.md"',
    '--8<-- "../.env"',
    "<!--@include: ../../.npmrc-->",
    '```python exec="on"\nprint(1)\n```',
    "```{raw} html\n<script>1</script>\n```",
    "```{python}\nprint(1)\n```",
    "> <script>alert(1)</script>",
    "- a\n\n  <iframe src=https://evil.example></iframe>",
  ])("%s is found", async (line) => {
    expect(await judge(`# Page\n\n${line}\n`, at)).not.toEqual([]);
  });

  it.each([
    "    <script>in indented code</script>",
    "```html\n<script>alert(1)</script>\n```",
    "~~~\n<iframe src=x>\n~~~",
    "`<script>` and ``<img onerror=x>``",
    "<!-- <script>alert(1)</script> -->",
    "<details><summary>More</summary>\n\nText\n\n</details>",
    "A [link][a] and a ![logo][b].\n\n[a]: https://evil.example\n[b]: https://img.example.com/a.png",
    "<br>",
    "Write 1 < 2 and a > b, or on = 1.",
    "    ```{python}\n    x\n    ```".replace(/^/, "Text\n\n").replace("```{python}", "text"),
  ])("%s is not", async (line) => {
    expect(await judge(`# Page\n\n${line}\n`, at)).toEqual([]);
  });
});

describe("only what a change adds counts", () => {
  const page = '# Old\n\n<iframe src="https://old.example/1" />\n\n{window.name}\n';

  it("not what the page had before, wherever it lies now", async () => {
    expect(await judge(`${page}\nMore text.\n`, { before: page, path: "moved/old.mdx" })).toEqual([]);
    expect(await judge(`${page}\n<iframe src="https://old.example/2" />\n`, { before: page })).toHaveLength(
      1,
    );
    expect(await judge(`${page}\n{document.title}\n`, { before: page })).toHaveLength(1);
  });

  it("not a component that is new itself", async () => {
    const site = { ...mintlify, "snippets/new.jsx": "" };
    const text = 'import { New } from "/snippets/new.jsx"\n';
    expect(await judge(text, { site, newPaths: ["new.mdx"] })).toEqual([]);
    expect(await judge(text, { site, newPaths: ["new.mdx", "snippets/new.jsx"] })).toHaveLength(1);
  });

  it("and only changed files with something active are looked at twice", async () => {
    const all: Record<string, string> = {
      "a.md": "text\n",
      "b.md": "<script></script>\n",
      "c.svg": "<svg/>",
    };
    const files = Object.keys(all);
    const read = async (one: string) => Buffer.from(all[one] ?? "");
    const site = await openSite({ files, read, cache: createScanCache() });
    expect(await activePathsOf(site, [...files, "gone.md"], createPause())).toEqual(["b.md"]);
  });
});

describe("a project allows", () => {
  it.each([
    ["![x](https://cdn.evil.example/a.png)", { hosts: ["*.evil.example"] }],
    ["![x](https://evil.example/a.png)", { hosts: ["evil.example"] }],
    ['<iframe src="https://player.example/1" />', { hosts: ["player.example"] }],
    ["<script src='/x.js'></script>", { components: ["script"] }],
    ['import Tabs from "@theme/Tabs"', { components: ["@theme/*"] }],
  ])("%s with %j", async (line, allowed) => {
    const page = `${line}\n`;
    expect(await judge(page)).not.toEqual([]);
    expect(await judge(page, { allowed: { components: [], hosts: [], ...allowed } })).toEqual([]);
  });

  it("nothing by hosts alone that runs", async () => {
    const allowed = { components: [], hosts: ["evil.example"] };
    expect(await judge("<script src='https://evil.example/x.js'></script>\n", { allowed })).not.toEqual([]);
    expect(await judge("<iframe src='https://evil.example' srcDoc='x' />\n", { allowed })).not.toEqual([]);
    expect(await judge("![x](https://notevil.example/a.png)\n", { allowed })).not.toEqual([]);
  });

  it("and hears how, in the finding", async () => {
    expect((await judge("![x](https://evil.example/a.png)\n"))[0]).toContain("--hosts evil.example");
    expect((await judge('import a from "left-pad"\n'))[0]).toContain('--components "left-pad"');
  });
});

describe("assets", () => {
  it.each([
    ["a.svg", "<svg><script>alert(1)</script></svg>"],
    ["a.svg", '<svg onload="alert(1)"></svg>'],
    ["a.svg", '<svg><a xlink:href="javascript:alert(1)"/></svg>'],
    ["a.svg", "<svg><foreignObject><iframe/></foreignObject></svg>"],
    ["a.css", "body { background: url(https://evil.example/a.png) }"],
    ["openapi.json", '{"info": {"description": "\\u003cscript\\u003ealert(1)\\u003c/script\\u003e"}}'],
    ["openapi.yaml", "info:\n  description: <img src=x onerror=alert(1)>\n"],
    ["a.rst", ".. raw:: html\n\n   <script>alert(1)</script>\n"],
  ])("%s: %s is found", async (path, text) => {
    expect(await judge(text, { path, site: markdown })).not.toEqual([]);
  });

  it("a plain picture is not", async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0"/><use href="#a"/></svg>';
    expect(await judge(svg, { path: "a.svg", site: markdown })).toEqual([]);
  });
});

describe("hostile text", () => {
  const families: [string, (n: number) => string][] = [
    ["open tags", (n) => "<a ".repeat(n)],
    ["nested braces in tags", (n) => "<a x={".repeat(n)],
    ["open quotes", (n) => '<a b="'.repeat(n)],
    ["open braces", (n) => "{".repeat(n)],
    ["brackets", (n) => "![".repeat(n)],
    ["templates", (n) => "{`${".repeat(n)],
    ["macros", (n) => "{{ ".repeat(n)],
    ["shortcodes", (n) => "{{< ".repeat(n)],
    ["raw blocks", (n) => "<pre>\n\n".repeat(n)],
    ["quotes", (n) => "> ".repeat(n)],
    ["entities", (n) => `[x](${"&#115;".repeat(n)})`],
    ["fences", (n) => "```a\n".repeat(n)],
    ["spaces", (n) => `{a${" ".repeat(n)}b}`],
    ["imports", (n) => "import a from ".repeat(n)],
    ["consts", (n) => `export ${"const {".repeat(n)}`],
    ["comment marks", (n) => "{/*".repeat(n)],
    ["style marks", (n) => "url(".repeat(n)],
    ["blank quotes", (n) => `<b\n${"> ".repeat(n)}\n`],
  ];
  it.each(families)("%s take time in proportion", async (_name, make) => {
    const { findActiveContent } = await import("../active-content/find-active-content.ts");
    const timeOf = (size: number): number => {
      const unit = make(1).length;
      const text = `# A\n\n${make(Math.ceil(size / unit))}\n`;
      const times = [1, 2, 3].map(() => {
        const cpuMs = startCpuClock();
        for (const reading of ["mdx", "markdown", "markup"] as const) findActiveContent(text, reading);
        return cpuMs();
      });
      return Math.min(...times);
    };
    timeOf(4_096);
    const [small, large] = [timeOf(8_192), timeOf(65_536)];
    expect(large).toBeLessThan(Math.max(small, 2) * 8 * 6);
  });
});
