import { describe, expect, test } from "vitest";
import { createMemorySite } from "../../test/helpers/memory-site.ts";
import { run, textOf } from "../../test/helpers/run-chore.ts";

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

  test("reverts a page that would no longer be valid, and says so", async () => {
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
