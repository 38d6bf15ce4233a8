import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { noFacts } from "../checks/pages/read-page-facts.ts";
import { keepResults } from "./keep-results.ts";

const facts = { ...noFacts(10, ""), notRead: null, headings: [] };
const problems = { frontMatter: null, mdx: { line: 2, column: 3, message: "not closed" } };
const late = {
  frontMatter: null,
  mdx: { line: 1, column: 1, message: "check_timeout", isUnread: true as const },
};

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "copydesk-kept-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "kept");
}

function run(folder: string | null, root: string) {
  const kept = keepResults(folder);
  kept.load(root);
  return kept;
}

test("a later run on the same folder knows what the last one used, and nothing else", async () => {
  const folder = await makeFolder();
  const first = run(folder, "/site");
  first.facts.set("x1", facts);
  first.facts.set("x2", facts);
  first.answers.set("a", problems);
  first.save();
  expect(run(folder, "/other").facts.get("x1")).toBeUndefined();
  const second = run(folder, "/site");
  expect(second.facts.get("x1")).toEqual(facts);
  expect(second.answers.get("a")).toEqual(problems);
  second.facts.set("x3", facts);
  second.save();
  const third = run(folder, "/site");
  expect(["x1", "x2", "x3"].map((key) => third.facts.get(key) !== undefined)).toEqual([true, false, true]);
});

test("pages that could not be read in time are tried again", async () => {
  const folder = await makeFolder();
  const first = run(folder, "/site");
  first.facts.set("x1", noFacts(10, "check_timeout"));
  first.answers.set("a", late);
  first.answers.set("b", problems);
  first.save();
  const second = run(folder, "/site");
  expect(second.facts.get("x1")).toBeUndefined();
  expect(second.answers.get("a")).toBeUndefined();
  expect(second.answers.get("b")).toEqual(problems);
});

test("a damaged file counts as none, and ten files are kept", async () => {
  const folder = await makeFolder();
  for (let at = 0; at < 12; at += 1) {
    const one = run(folder, `/site-${at}`);
    one.facts.set("x1", facts);
    one.save();
  }
  const files = await readdir(folder);
  expect(files).toHaveLength(10);
  for (const file of files) await writeFile(join(folder, file), "no values");
  expect(run(folder, "/site-11").facts.get("x1")).toBeUndefined();
});

test("without a folder nothing is kept, and a folder that cannot be made is no error", async () => {
  const folder = await makeFolder();
  await writeFile(folder, "a file");
  for (const kept of [run(null, "/site"), run(folder, "/site")]) {
    kept.facts.set("x1", facts);
    expect(() => kept.save()).not.toThrow();
    expect(kept.facts.get("x1")).toEqual(facts);
  }
});
