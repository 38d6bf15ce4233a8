import type { LanguageModel, ModelMessage } from "ai";
import { describe, expect, test } from "vitest";
import { type Driven, driveModel } from "../../test/helpers/drive-model.ts";
import { createMemorySite, type MemorySite } from "../../test/helpers/memory-site.ts";
import type { AgentFinding } from "../agent/types.ts";
import { createChoresModel } from "./create-chores-model.ts";
import { instructionNotUnderstoodMarker } from "./not-understood.ts";

const user = (content: string): ModelMessage => ({ role: "user", content });

async function run(prompt: string, site: MemorySite): Promise<Driven> {
  return driveModel(createChoresModel(), [user(prompt)], site.call);
}

function textOf(site: MemorySite): Record<string, string> {
  return Object.fromEntries([...site.files].sort());
}

describe("replacing a term", () => {
  test("changes prose on every page, keeps links to renamed headings, and lists what it leaves", async () => {
    const site = createMemorySite({
      "docs.json": '{"name": "API token"}',
      "docs/a.md": "# API token\n\nAn API token.\n\n```\nAPI token\n```\n",
      "docs/b.mdx":
        'See [the API token](a.md#api-token).\r\n\r\n<Card title="API token">API token</Card>\r\n',
      "docs/c.md": "API tokens are another word.\n",
      "docs/d.md": "\tAPI token in code\n",
    });
    const { finish } = await run('Replace "API token" with "API key"', site);
    expect(textOf(site)).toEqual({
      "docs.json": '{"name": "API token"}',
      "docs/a.md": "# API key\n\nAn API key.\n\n```\nAPI token\n```\n",
      "docs/b.mdx": 'See [the API key](a.md#api-key).\r\n\r\n<Card title="API key">API key</Card>\r\n',
      "docs/c.md": "API tokens are another word.\n",
      "docs/d.md": "\tAPI token in code\n",
    });
    expect(finish!.title).toBe('Replace "API token" with "API key"');
    expect(finish!.summary).toContain("in 5 places on 2 pages.");
    expect(finish!.summary).toContain("Repaired 1 link that the change had broken: docs/b.mdx:1.");
    expect(finish!.summary).toContain("2 places in code blocks: docs/a.md:6, docs/d.md:1");
    expect(finish!.summary).toContain("1 other file with this text: docs.json (1 line)");
  });

  test("stays in the scope it was given", async () => {
    const site = createMemorySite({ "docs/a.md": "x", "docs/guides/a.md": "x", "other/guides/a.md": "x" });
    const { finish } = await run('Replace "x" with "y" in docs/guides', site);
    expect([...site.files.values()]).toEqual(["x", "y", "x"]);
    expect(finish!.summary).toContain("1 place on 1 page in `docs/guides`");
  });

  test("takes a page back that would no longer be valid, and says so", async () => {
    const site = createMemorySite({ "a.mdx": "x {{\n\nx x", "b.mdx": "x" });
    const { finish } = await run('Replace "x" with "{{{"', site);
    expect(textOf(site)).toEqual({ "a.mdx": "x {{\n\nx x", "b.mdx": "x" });
    expect(finish!.summary).toContain("a.mdx: the replacement would make the page invalid (unclosed {)");
  });

  test("reads long pages whole and changes only what it should where lines repeat", async () => {
    const row = "| token | `token` |";
    const lines = Array.from({ length: 3_000 }, (_, index) => (index % 3 === 0 ? row : `text ${index % 7}`));
    const site = createMemorySite({ "a.md": lines.join("\r\n") });
    const { finish, steps } = await run('Replace "token" with "key"', site);
    expect(site.files.get("a.md")).toBe(lines.join("\r\n").replaceAll("| token |", "| key |"));
    expect(finish!.summary).toContain("1,000 places on 1 page");
    expect(steps.length).toBeLessThan(8);
  });

  test("leaves and lists lines that cannot be read whole, protected pages and folders of settings", async () => {
    const long = `${"word ".repeat(1_000)}token`;
    const site = createMemorySite({
      "a.md": `token\n${"token ".repeat(1_000)}\n${long}\ntoken\n`,
      "protected/a.md": "token",
      ".settings/a.md": "token",
    });
    const { finish } = await run('Replace "token" with "key"', site);
    expect(site.files.get("a.md")).toBe(`token\n${"token ".repeat(1_000)}\n${long}\ntoken\n`);
    expect(finish!.summary).toContain("protected/a.md is a protected path");
    expect(finish!.summary).toContain(".settings/a.md (1 line)");
  });

  test("says so when there is nothing to change", async () => {
    const site = createMemorySite({ "a.md": "text" });
    const { finish } = await run('Replace "token" with "key"', site);
    expect(finish!.summary).toBe(
      "No page contains `token` as a whole word in its prose, so nothing was changed.",
    );
  });

  test("works through 1,000 pages in fewer than 120 steps", async () => {
    const page = `# Page\n\n${"An API token is text. ".repeat(20)}\n\n`.repeat(15);
    const pages = Array.from({ length: 1_000 }, (_, index) => [`docs/${index}.md`, `${page}\n${index}\n`]);
    const site = createMemorySite(Object.fromEntries(pages));
    const { finish, steps } = await run('Replace "API token" with "API key"', site);
    expect(finish!.summary).toContain("in 300,000 places on 1,000 pages");
    expect(steps.length).toBeLessThan(120);
    expect(Math.max(...steps.map((calls) => calls.length))).toBeLessThanOrEqual(40);
  });
});

describe("fixing broken links", () => {
  const moved: Record<string, string> = {
    "old.md": "new.md",
    "two.md#x": "two.md#y",
    "loop.md": "new.md#no",
  };
  const suggest = (finding: AgentFinding): AgentFinding => {
    const better = moved[finding.target ?? ""];
    if (better) return { ...finding, suggestion: { old: finding.target!, new: better, because: "moved" } };
    return finding.target === "many.md" ? { ...finding, candidates: ["a/many.md", "b/many.md"] } : finding;
  };

  test("repairs exactly the links with a certain repair, and lists the others with their place", async () => {
    const site = createMemorySite(
      {
        "a.md": "[1](old.md) old.md [2](older.md) [3](old.md)\n[many](many.md)\n[2](two.md#x)\n",
        "new.md": "# New",
        "two.md": "# Y",
      },
      suggest,
    );
    const { finish } = await run("Fix broken links", site);
    expect(site.files.get("a.md")).toBe(
      "[1](new.md) old.md [2](older.md) [3](new.md)\n[many](many.md)\n[2](two.md#y)\n",
    );
    expect(finish!.summary).toContain("Repaired 3 broken links on 1 page; 5 broken links had been found.");
    expect(finish!.summary).toContain("a.md:1: internal-link: no page older.md; no certain repair is known");
    expect(finish!.summary).toContain(
      "a.md:2: internal-link: no page many.md; possible: a/many.md, b/many.md",
    );
  });

  test("takes a repair back that breaks something else", async () => {
    const site = createMemorySite({ "a.md": "[1](loop.md)", "new.md": "# New" }, suggest);
    const { finish } = await run("Fix broken links", site);
    expect(site.files.get("a.md")).toBe("[1](loop.md)");
    expect(finish!.summary).toContain("a.md:1: loop.md: its repair would break something else");
  });

  test("works through findings that come in many windows", async () => {
    const lines = Array.from({ length: 500 }, (_, index) => `[${index}](old.md) and [x](gone-${index}.md)`);
    const site = createMemorySite({ "a.md": lines.join("\n"), "new.md": "" }, suggest);
    const { finish } = await run("Fix broken links", site);
    expect(site.files.get("a.md")).toBe(lines.join("\n").replaceAll("old.md", "new.md"));
    expect(finish!.summary).toContain(
      "Repaired 500 broken links on 1 page; 1,000 broken links had been found.",
    );
  });

  test("says so when nothing is broken", async () => {
    const { finish } = await run("Fix broken links", createMemorySite({ "a.md": "text" }));
    expect(finish!.summary).toBe("No link is broken, so nothing was changed.");
  });
});

describe("moving and deleting pages", () => {
  test("moves a page and passes on what the tool notes", async () => {
    const site = createMemorySite({ "docs/a.mdx": "text" });
    const { finish } = await run("Move docs/a to docs/b/", site);
    expect([...site.files.keys()]).toEqual(["docs/b/a.mdx"]);
    expect(finish!.title).toBe("Move docs/a.mdx to docs/b/a.mdx");
    expect(finish!.summary).toContain("Also changed: docs.json (navigation).");
    expect(finish!.summary).toContain("- one link is ambiguous");
  });

  test.each([
    ["Move docs/seting.md to docs/c.md", "There is no page `docs/seting.md`", "`docs/setting.md`?"],
    ["Delete the page setting.md", "There is no page `setting.md`", "`docs/setting.md`?"],
    ["Move docs/a to docs/c", "can be `docs/a.md` or `docs/a.mdx`: give the extension", ""],
    ["Fix broken links in dcos", "There is no folder or page `dcos`", "`docs`?"],
    ["Fix broken links in dosc", "There is no folder or page `dosc`", "`docs`?"],
    ['Replace "text" with "x" in guide', "There is no folder or page `guide`", "`docs/guides`?"],
    ['Replace "text" with "x" in doc/**/*.md', "No file matches `doc/**/*.md`", ""],
    ['Replace "text" with "x". Add missing titles in gone/', "There is no folder or page `gone/`", ""],
  ])("%s: fails and changes nothing, because the place is not there", async (prompt, why, nearest) => {
    const texts = {
      "docs/a.mdx": "text",
      "docs/a.md": "text",
      "docs/setting.md": "text",
      "docs/guides/b.md": "text",
    };
    const site = createMemorySite(texts);
    const { finish, text, providerMetadata } = await run(prompt, site);
    expect(finish).toBeNull();
    expect(text).toContain(why);
    expect(text).toContain(nearest);
    expect(providerMetadata).toEqual({ copydesk: { notUnderstood: true } });
    expect(Object.fromEntries(site.files)).toEqual(texts);
  });

  test("works in a folder that is only named, and on what an instruction before has moved", async () => {
    const site = createMemorySite({ "docs/a.md": "text", "other/a.md": "text" });
    await run('Replace "text" with "word" in docs', site);
    await run('Move docs/a.md to docs/b.md. Replace "word" with "x" in docs/b.md', site);
    expect(Object.fromEntries(site.files)).toEqual({ "docs/b.md": "x", "other/a.md": "text" });
  });

  test("does not delete a page that others link to, and says where they do", async () => {
    const site = createMemorySite({ "a.md": "See\n[the b](b.md).", "b.md": "text" });
    const { finish } = await run("Delete the page b.md", site);
    expect(site.files.has("b.md")).toBe(true);
    expect(finish!.summary).toContain("1 links point at b.md: a.md:2");
  });

  test("deletes a page and takes the links to it out when asked to", async () => {
    const site = createMemorySite({
      "a.md": 'See [the [b] `c`](b.md "title"), [x](b.md) and [a](a.md).\n',
      "b.md": "text",
    });
    const { finish } = await run("Delete the page b and its links", site);
    expect(textOf(site)).toEqual({ "a.md": "See the [b] `c`, x and [a](a.md).\n" });
    expect(finish!.summary).toContain("2 links to it became plain text: a.md:1, a.md:1.");
  });
});

describe("adding front matter", () => {
  test("adds what is missing and keeps what is there", async () => {
    const site = createMemorySite({
      "docs/a.md":
        '# The *first* page\n\nIt has [a link](b.md) and `code`, and "quotes".\nSecond line.\n\nMore.\n',
      "docs/b.md": '---\r\ntitle: "B"\r\nweight: 1\r\n---\r\n\r\n## Part\r\n\r\nText of the page b.\r\n',
      "docs/setup-the-api/index.mdx":
        "<Note>\n  Not this.\n</Note>\n\n- nor this one\n\nBut this one here.\n",
      "docs/whole.md": "---\ntitle: T\ndescription: D\n---\n",
      "docs/openapi.mdx": "---\nopenapi: get /x\n---\n",
      "docs/toml.md": "+++\ntitle = 1\n+++\n",
      "docs/_part.md": "Part.",
      "docs/snippets/a.md": "Part.",
      "docs/no-text.md": "import A from './a';\n\n_May 2, 2031_\n\n```\ncode\n```\n",
      "README.md": "# Read me\n",
      "CHANGELOG.md": "# Changes\n",
    });
    const before = textOf(site);
    const { finish } = await run("Add missing titles and descriptions", site);
    expect(textOf(site)).toEqual({
      ...before,
      "docs/a.md": `---\ntitle: "The first page"\ndescription: "It has a link and code, and \\"quotes\\". Second line."\n---\n\n${before["docs/a.md"]}`,
      "docs/b.md": before["docs/b.md"]!.replace("---\r\n", '---\r\ndescription: "Text of the page b."\r\n'),
      "docs/setup-the-api/index.mdx": `---\ntitle: "Setup the API"\ndescription: "But this one here."\n---\n\n${before["docs/setup-the-api/index.mdx"]}`,
      "docs/no-text.md": `---\ntitle: "No Text"\n---\n\n${before["docs/no-text.md"]}`,
    });
    expect(finish!.summary).toContain("Added 3 titles and 3 descriptions to 4 pages of 7.");
    expect(finish!.summary).toContain("docs/no-text.md: no paragraph to make a description of");
    expect(finish!.summary).toContain("docs/toml.md: front matter in toml");
  });

  test("cuts long descriptions at a word, and stays in the folder of the site's pages", async () => {
    const site = createMemorySite({
      "mkdocs.yml": "site_name: x\ndocs_dir: pages\n",
      "pages/a.md": `---\ntitle: A\n---\n\n${"wonderful words ".repeat(30)}\n`,
      "tools/b.md": "Text of no page.",
    });
    await run("Add missing descriptions", site);
    const description = /description: "(.*)"/.exec(site.files.get("pages/a.md")!)![1]!;
    expect(description.length).toBeLessThanOrEqual(160);
    expect(description).toMatch(/^(wonderful words ){9}wonderful words…$/);
    expect(site.files.get("tools/b.md")).toBe("Text of no page.");
  });
});

describe("the conversation", () => {
  test.each(["Write a guide about webhooks", 'Replace "a" with "b" and write a tutorial'])(
    "answers %j with what it can do and how to configure a model, and calls nothing",
    async (prompt) => {
      const driven = await run(prompt, createMemorySite({}));
      expect(driven.steps).toEqual([]);
      expect(driven.text.startsWith(instructionNotUnderstoodMarker)).toBe(true);
      for (const name of [
        "COPYDESK_MODEL",
        "OPENAI_API_KEY",
        "OPENAI_COMPATIBLE_BASE_URL",
        "ANTHROPIC_API_KEY",
      ]) {
        expect(driven.text).toContain(name);
      }
      expect(driven.providerMetadata).toMatchObject({ copydesk: { notUnderstood: true } });
    },
  );

  test("does several instructions in order and finishes once", async () => {
    const site = createMemorySite({ "docs/a.md": "one" });
    const { finish } = await run('Replace "one" with "two"; move docs/a.md to docs/b.md', site);
    expect(textOf(site)).toEqual({ "docs/b.md": "two" });
    expect(finish!.title).toBe('Replace "one" with "two" and 1 more chore');
    expect(finish!.summary).toContain("Moved `docs/a.md` to `docs/b.md`");
  });

  const pages = () => ({
    ...Object.fromEntries(
      Array.from({ length: 90 }, (_, index) => [`p/${index}.md`, `# one ${index}\n\none\n`]),
    ),
    "links.md": "[x](p/3.md#one-3)",
  });
  const prompt = 'Replace "one" with "two" and then add missing titles';
  const withoutIds = (messages: ModelMessage[]) => JSON.stringify(messages).replace(/chore_[\w-]+/g, "id");

  test("goes on in any process at any step exactly as if nothing had happened", async () => {
    const whole = createMemorySite(pages());
    const expected = await run(prompt, whole);
    const resumed = createMemorySite(pages());
    const fresh = (): LanguageModel => createChoresModel();
    const actual = await driveModel(fresh(), [user(prompt)], resumed.call, fresh);
    expect(withoutIds(actual.messages)).toBe(withoutIds(expected.messages));
    expect(textOf(resumed)).toEqual(textOf(whole));
    expect(expected.steps.length).toBeGreaterThan(8);
  });

  test("needs only the latest results while it is alive", async () => {
    const whole = createMemorySite(pages());
    const expected = await run(prompt, whole);
    const pruned = createMemorySite(pages());
    const driven = await driveModel(createChoresModel(), [user(prompt)], pruned.call, (_step, messages) => {
      for (const message of messages.slice(0, -1)) {
        if (message.role !== "tool") continue;
        for (const part of message.content) {
          if (part.type === "tool-result") part.output = { type: "text", value: "[removed]" };
        }
      }
      return undefined;
    });
    expect(driven.finish).toEqual(expected.finish);
    expect(textOf(pruned)).toEqual(textOf(whole));
  });

  test("keeps conversations with the same words apart", async () => {
    const model = createChoresModel();
    const sites = [createMemorySite(pages()), createMemorySite({ "a.md": "one" })];
    const results = await Promise.all(sites.map((site) => driveModel(model, [user(prompt)], site.call)));
    expect(results[0]!.finish!.summary).toContain("181 places on 90 pages".replace("181", "180"));
    expect(results[1]!.finish!.summary).toContain("1 place on 1 page");
  });

  test("fails rather than repeat its work when it is given another's conversation", async () => {
    const site = createMemorySite(pages());
    const { messages } = await run(prompt, site);
    const other = [user('Replace "three" with "four"'), ...messages.slice(1)];
    await expect(driveModel(createChoresModel(), other, site.call)).rejects.toThrow("cannot continue");
  });

  test("repairs what the gate found, as far as it can, and finishes again with the same words", async () => {
    const site = createMemorySite({ "a.md": "one" });
    const { messages, finish } = await run('Replace "one" with "two"', site);
    const request =
      "The checks found problems that your change introduced:\n- x\nRepair them, then call finish again.";
    for (const model of [createChoresModel()]) {
      const again = await driveModel(model, [...messages, user(request)], site.call);
      expect(again.finish).toEqual(finish);
      expect(again.steps.map((calls) => calls.map(({ name }) => name))).toEqual([["check"], ["finish"]]);
    }
  });

  test("takes up a further instruction after it has finished", async () => {
    const site = createMemorySite({ "a.md": "one" });
    const model = createChoresModel();
    const { messages } = await driveModel(model, [user('Replace "one" with "two"')], site.call);
    const next = await driveModel(model, [...messages, user('Replace "two" with "three"')], site.call);
    expect(textOf(site)).toEqual({ "a.md": "three" });
    expect(next.finish!.title).toBe('Replace "two" with "three"');
  });
});
