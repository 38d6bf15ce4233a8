import { describe, expect, it } from "vitest";
import {
  judgeActiveContent as judge,
  markdown,
  mintlify,
} from "../../../test/helpers/judge-active-content.ts";
import { startCpuClock } from "../../../test/helpers/start-cpu-clock.ts";
import { createPause } from "../create-pause.ts";
import { openSite } from "../model/open-site.ts";
import { createScanCache } from "../model/scan-cache.ts";
import { activePathsOf } from "./active-content.ts";

describe("only what a change adds counts", () => {
  const page = '# Old\n\n<iframe src="https://old.example/1" />\n\n{window.name}\n';

  it("not what the page had before, wherever it lies now", async () => {
    expect(await judge(`${page}\nMore text.\n`, { before: page, path: "moved/old.mdx" })).toEqual([]);
    expect(await judge(`${page}\n<iframe src="https://old.example/2" />\n`, { before: page })).toHaveLength(
      1,
    );
    expect(await judge(`${page}\n{document.title}\n`, { before: page })).toHaveLength(1);
  });

  it("not a page that is there, with a mark before `_` as formatters write it", async () => {
    const site = { ...mintlify, "docs/_note.md": "Note\n" };
    const judgeAt = (name: string) =>
      judge(`import Note from "../${name}"\n`, { site, path: "docs/deep/a.mdx" });
    expect(await judgeAt("\\_note.md")).toEqual([]);
    expect(await judgeAt("\\_none.md")).toHaveLength(1);
  });

  it("not a component that is new itself", async () => {
    const site = { ...mintlify, "snippets/new.jsx": "" };
    const text = 'import { New } from "/snippets/new.jsx"\n';
    expect(await judge(text, { site, newPaths: ["new.mdx"] })).toEqual([]);
    expect(await judge(text, { site, newPaths: ["new.mdx", "snippets/new.jsx"] })).toHaveLength(1);
  });

  it.each([
    '{% include "../code/bell.py" %}',
    "{% include_relative ../code/bell.py %}",
    "<<< ../code/bell.py{2}",
    "<!--@include: ../code/bell.py-->",
    "<!-- @include: ../code/bell.py -->",
    "```{literalinclude} ../code/bell.py\n```",
    ":::{literalinclude} ../code/bell.py\n:::",
  ])("not %s from another folder, if the file was there before", async (line) => {
    const site = { ...markdown, "docs/code/bell.py": "", "docs/.npmrc": "", "secret.py": "" };
    const at = (path: string, text: string, newPaths: string[] = []) =>
      judge(`${text}\n`, { site, path, newPaths: [path, ...newPaths] });
    expect(await at("docs/guide/cast.md", line)).toEqual([]);
    expect(await at("docs/guide/cast.md", line, ["docs/code/bell.py"])).toHaveLength(1);
    expect(await at("docs/more/guide/cast.md", line)).toHaveLength(1);
    expect(await at("docs/guide/cast.md", line.replace("code/bell.py", ".npmrc"))).toHaveLength(1);
    expect(
      await at("docs/guide/cast.md", line.replace("../code/bell.py", "../../../secret.py")),
    ).toHaveLength(1);
  });

  it.each(["<<< ../../code/a.py{2}", "<!-- @include: ../../code/a.py#x -->"])(
    "nor an include from outside of the documentation on a page that moves: %s",
    async (line) => {
      const site = {
        ...markdown,
        "docs/b.md": "# B\n",
        "mkdocs.yml": "site_name: x\n",
        "code/a.py": "",
        "code/b.py": "",
      };
      const before = `${line.replace("../../", "../")}\n`;
      const at = { site, path: "docs/deep/new.md", before };
      expect(await judge(`${line}\n`, at)).toEqual([]);
      expect(await judge(`${line.replace("a.py", "b.py")}\n`, at)).toHaveLength(1);
    },
  );

  it("and only changed files with active content are read twice", async () => {
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

  it("and learns how, from the finding", async () => {
    expect((await judge("![x](https://evil.example/a.png)\n"))[0]).toContain(
      `add "evil.example" to the project's setting hosts`,
    );
    expect((await judge('import a from "left-pad"\n'))[0]).toContain(
      '"left-pad" to the project\'s setting components',
    );
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
    ["includes", (n) => "<!--@include:a-->".repeat(n)],
    ["open includes", (n) => "<!-- @include: ".repeat(n)],
    ["book includes", (n) => "{{#include ".repeat(n)],
    ["snippet marks", (n) => "--8<--\n".repeat(n)],
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
