import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { listPages } from "./list-pages.ts";
import { readPage, root } from "./read-page.ts";

const execute = promisify(execFile);

const pages = await listPages();
const blocks = (await Promise.all(pages.map(readPage))).flat();

/** With whoever looks at the blocks of the language, so that none is there only to be read. */
const languages: Record<string, string> = {
  sh: "run-pages.test.ts runs those that are not marked",
  js: "run-pages.test.ts and test/contract/webhook-docs.test.ts run them",
  python: "test/contract/webhook-docs.test.ts runs it",
  json: "run-pages.test.ts and test/contract/webhook-docs.test.ts compare or use them",
  yaml: "below, as YAML",
  http: "run-pages.test.ts compares them with what the service sends",
  text: "not a command",
};

describe("the code on the pages", () => {
  test("names a language that a test looks at", () => {
    const strange = blocks.filter(({ language }) => !Object.hasOwn(languages, language));
    expect(strange.map(({ page, line, language }) => `${page}:${line} ${language}`)).toEqual([]);
  });

  test("has no command that is said to be text", () => {
    const commands = /^ *(?:\$ )?(?:[A-Z_]+=\S+ )*(?:copydesk|npm|npx|node|curl|git|docker) /m;
    const hidden = blocks.filter(({ language, text }) => language === "text" && commands.test(text));
    expect(hidden.map(({ page, line }) => `${page}:${line}`)).toEqual([]);
  });

  test("is right for the shell, also where it is not run", async () => {
    for (const { page, line, language, text } of blocks) {
      if (language !== "sh") continue;
      const { stderr } = await execute("bash", ["-n", "-c", text]).catch(
        (error: { stderr: string }) => error,
      );
      expect(`${page}:${line} ${stderr}`).toBe(`${page}:${line} `);
    }
  });

  test("is JSON where it says so", () => {
    for (const { language, text } of blocks)
      if (language === "json") expect(() => JSON.parse(text)).not.toThrow();
  });

  test("is YAML where it says so", () => {
    for (const { language, text } of blocks)
      if (language === "yaml") expect(() => parse(text, { strict: true })).not.toThrow();
  });

  /** A further one needs as good a reason as these. */
  const notRunCount = 9;

  test("is run, but for what needs an account somewhere else", () => {
    const commands = blocks.filter(({ language }) => language === "sh");
    const notRun = commands.filter(({ notes }) => notes.notRun !== undefined);
    const list = notRun.map(({ page, line, notes }) => `  ${page}:${line} ${notes.notRun}`);
    process.stdout.write(
      `${notRun.length} of ${commands.length} command blocks are not run:\n${list.join("\n")}\n`,
    );
    expect(notRun.length).toBe(notRunCount);
    for (const { notes } of notRun) expect(notes.notRun).toMatch(/^needs (?:\S+ ){3,}/);
  });
});

test("the scripts of npm and the files for Node that the pages name are there", async () => {
  const { scripts } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { scripts: object };
  for (const page of [...pages, "sdk/README.md", "bench/README.md"]) {
    const text = await readFile(join(root, page), "utf8");
    for (const [, name] of text.matchAll(/\bnpm run (?:-s )?([a-z][\w:]*)/g))
      expect(Object.keys(scripts), page).toContain(name);
    // The machine's own Node may be too old for TypeScript.
    expect([page, text.match(/(?<!\.bin\/)\bnode (?:scripts|bench|src)\/\S+/g)]).toEqual([page, null]);
  }
});
