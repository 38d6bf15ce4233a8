import { expect, test } from "vitest";
import type { OutsideInput } from "../outside-rules.ts";
import { createValeRule, type ProgramOutput, type RunVale } from "./vale.ts";

const action = { Action: { Name: "", Params: null }, Suggestions: [], Description: "", Link: "" };
/** As Vale 3.22 prints it, with `--output=JSON`. */
const recorded = JSON.stringify({
  "docs/a.md": [
    {
      ...action,
      ...{
        Span: [4, 10],
        Check: "Own.Simple",
        Message: "Use 'use' instead of 'utilize'.",
        Severity: "warning",
      },
      ...{ Match: "utilize", Line: 3 },
    },
    {
      ...action,
      ...{ Span: [4, 4], Check: "Own.Exclaim", Message: "No exclamation marks.", Severity: "error" },
      ...{ Match: "!", Line: 5 },
    },
  ],
});
const missingStyle = JSON.stringify({
  ...{ Line: 0, Path: "", Code: "E100", Span: 0 },
  Text: "E100 [loadStyles] Runtime error\n\nstyle 'Google' does not exist on StylesPath\n\nExecution stopped with code 1.",
});

const tree: Record<string, string> = {
  ".vale.ini": "StylesPath = .github/styles\n[*.md]\nBasedOnStyles = Own\n",
  ".github/styles/Own/Simple.yml": "extends: substitution\n",
  ".github/workflows/ci.yml": "on: push\n",
  "docs/a.md": "# A\n\nWe utilize it.\n\n🚀🚀 !\n",
};

function inputOf(files: Record<string, string> = tree, before: string | null = "# A\n"): OutsideInput {
  const read = async (path: string) => Buffer.from(files[path] ?? "");
  return {
    ...{ pages: ["docs/a.md"], read, settings: { paths: Object.keys(files), read }, links: [] },
    readBefore: before === null ? null : async () => Buffer.from(before),
    ...{ mayAsk: () => true, signal: new AbortController().signal },
  };
}

async function judge(output: ProgramOutput | string, input = inputOf()) {
  const runs: Parameters<RunVale>[0][] = [];
  const rule = createValeRule(async (options) => {
    runs.push(options);
    return output;
  });
  return { ...(await rule(input)), runs };
}

const succeeded = { code: 0, stdout: recorded, stderr: "" };

test("alerts on lines that the change adds are findings at their place", async () => {
  const { findings, notJudged } = await judge(succeeded);
  expect(notJudged).toBeNull();
  expect(findings).toEqual([
    {
      ...{ rule: "vale", path: "docs/a.md", line: 3, column: 4, target: "utilize" },
      message: "Use 'use' instead of 'utilize'. (Own.Simple, warning)",
    },
    {
      ...{ rule: "vale", path: "docs/a.md", line: 5, column: 6, target: "!" },
      message: "No exclamation marks. (Own.Exclaim, error)",
    },
  ]);
});

test("alerts on lines that the page had before are none, as often as it had them", async () => {
  const { findings } = await judge(succeeded, inputOf(tree, "We utilize it.\n"));
  expect(findings.map(({ line }) => line)).toEqual([5]);
  const twice = { ...tree, "docs/a.md": "We utilize it.\n\nWe utilize it.\n\n!" };
  const again = await judge(succeeded, inputOf(twice, "We utilize it.\n"));
  expect(again.findings.map(({ line }) => line)).toEqual([3, 5]);
});

test("Vale gets the pages, the configuration and its styles, and nothing else", async () => {
  const { runs } = await judge(succeeded);
  expect(runs).toHaveLength(1);
  const [{ args, files }] = runs as [Parameters<RunVale>[0]];
  expect([...files.keys()].toSorted()).toEqual([".github/styles/Own/Simple.yml", ".vale.ini", "docs/a.md"]);
  expect(args).toEqual(["--output=JSON", "--no-exit", "--no-global", "--config=.vale.ini", "./docs/a.md"]);
});

test("a configuration in a folder is for the pages below it, with its own paths", async () => {
  const files: Record<string, string> = {
    ...tree,
    "docs/.vale.ini": "StylesPath = styles\n",
    "docs/styles/X/a.yml": "x",
    "b.md": "x",
  };
  const { ".vale.ini": _, ...below } = files;
  const { runs, findings } = await judge(
    { ...succeeded, stdout: recorded.replace("docs/a.md", "a.md") },
    { ...inputOf(below), pages: ["docs/a.md", "b.md"] },
  );
  expect([...runs[0]!.files.keys()].toSorted()).toEqual([".vale.ini", "a.md", "styles/X/a.yml"]);
  expect(runs[0]!.args.at(-1)).toBe("./a.md");
  expect(findings.map(({ path }) => path)).toEqual(["docs/a.md", "docs/a.md"]);
});

test.each<[string, ProgramOutput | string, Record<string, string>, RegExp]>([
  [
    "styles that were never fetched",
    { code: 2, stdout: "", stderr: missingStyle },
    tree,
    /style 'Google' does not exist/,
  ],
  [
    "another program's output",
    { code: 0, stdout: "usage", stderr: "unknown flag" },
    tree,
    /code 0: unknown flag/,
  ],
  ["an end by a signal", { code: null, stdout: "", stderr: "" }, tree, /ended with a signal/],
  ["a program that is not there", "the program vale is not installed", tree, /not installed/],
  ["a repository without a configuration", succeeded, { "docs/a.md": "x" }, /no \.vale\.ini/],
  [
    "styles outside of the repository",
    succeeded,
    { ...tree, ".vale.ini": "StylesPath = ../styles\n" },
    /StylesPath/,
  ],
  ["styles of the machine", succeeded, { ...tree, ".vale.ini": "StylesPath = /etc\n" }, /StylesPath/],
])("%s: nothing is judged, and why is said", async (_, output, files, reason) => {
  const { findings, notJudged } = await judge(output, inputOf(files));
  expect(findings).toEqual([]);
  expect(notJudged).toEqual({ isWhole: true, reason: expect.stringMatching(reason) });
});
