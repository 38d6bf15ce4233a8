import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { openFolderChecker } from "../../src/compose/open-folder-checker.ts";
import { createTestCli } from "../helpers/cli-deps.ts";
import { root } from "./read-page.ts";

test("copydesk check reads our own site, finds nothing, and leaves only links between docs/ and its neighbours", async () => {
  const folder = await mkdtemp(join(tmpdir(), "copydesk-own-docs-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  // The sites among the tests and examples would be taken for the repository's own.
  const listed = await promisify(execFile)("git", ["ls-files"], { cwd: root, maxBuffer: 16 << 20 });
  const files = listed.stdout
    .split("\n")
    .filter((path) => /^(?:[^/]+\.\w+|(?:bench|deploy|docs|sdk|website)\/.*)$/.test(path));
  for (const path of files) await cp(join(root, path), join(folder, path), { recursive: true });
  const cli = createTestCli({ cwd: folder, openFolderChecker: async () => openFolderChecker() });
  const { stdout } = await cli.run("check", "--json");
  const { site, problems, warnings, notJudged } = JSON.parse(stdout);
  expect(site).toMatchObject({ generator: "vitepress" });
  expect([problems, warnings]).toEqual([[], []]);
  // A function of ours leads them from file to file; `site.test.ts` follows each on the built site.
  const left = notJudged.map(({ rule, isWhole }: { rule: string; isWhole: boolean }) => [rule, isWhole]);
  expect(left).toEqual([
    ["internal-link", false],
    ["anchor", false],
  ]);
});
