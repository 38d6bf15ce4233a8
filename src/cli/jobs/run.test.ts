import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestCli } from "../../../test/helpers/cli-deps.ts";
import { eventExamples } from "../../../test/helpers/event-examples.ts";
import { createRepository, type FixtureRepository, git } from "../../../test/helpers/git-fixture.ts";
import { noUsage } from "../../jobs/record.ts";
import type { RunOnceInput, RunOnceResult } from "../deps.ts";
import { describeMerge } from "../output/describe-merge.ts";

const branch = "copydesk/job_0123456789abcdefghijkl";
const patch = "diff --git a/guide.md b/guide.md\n--- a/guide.md\n+++ b/guide.md\n@@ -1 +1 @@\n-Old\n+New\n";
const finding = { rule: "internal-link", path: "guide.md", line: 3, column: 1, message: "b.md is not there" };

let repository: FixtureRepository;

beforeAll(async () => {
  repository = await createRepository({ "guide.md": "Old\n" });
  await git(repository.path, ["branch", branch]);
});
afterAll(() => repository.remove());

function runWith(result: Partial<RunOnceResult>, options: { columns?: number } = {}) {
  return createTestCli({
    ...options,
    async runOnce(_config, { onEvent }: RunOnceInput) {
      onEvent({ kind: "prepared", data: { ...eventExamples.prepared } });
      onEvent({ kind: "checks", data: { ...eventExamples.checks, new: [finding], fixed: [] } });
      onEvent({ kind: "pull_request", data: { ...eventExamples.pull_request } });
      return {
        ...{ id: "job_0123456789abcdefghijkl", status: "completed", reason: "pull_request_opened" },
        ...{ message: "One word.", title: "Fix", branch, checks: eventExamples.checks.counts },
        ...{ usage: noUsage, patch },
        ...result,
      } as RunOnceResult;
    },
  }).run("run", "--repository", repository.path, "--prompt", "x");
}

describe("run", () => {
  test("prints the diff first, and ends with findings, counts, branch and merge command", async () => {
    const { code, stdout, stderr } = await runWith({});
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        patch,
        "completed: One word.",
        "checks: 0 new, 1 fixed, 2 preexisting",
        "links not judged here: 2 of 9 links to pages and files",
        "New problems:",
        "  guide.md:3  b.md is not there (internal-link)",
        "1 file changed, 1 line added, 1 deleted",
        "  guide.md  +1  -1",
        `branch: ${branch}`,
        "",
        "To merge it:",
        `  git -C ${repository.path} merge ${branch}`,
        "",
      ].join("\n"),
    );
    expect(stderr).not.toContain("pull request");
  });

  test("a job that changed nothing has no branch and no command", async () => {
    const { stdout } = await runWith({ branch: null, patch: "", checks: null, reason: "no_changes" });
    expect(stdout).not.toMatch(/branch|merge|diff/);
  });
});

describe("the command that merges", () => {
  const merged = (command: string) => promisify(execFile)("sh", ["-ec", command.split("\n").at(-1)!]);

  test("begins with the base branch if another one is checked out", async () => {
    await git(repository.path, ["switch", "--quiet", "-c", "other"]);
    const command = describeMerge(repository.path, { branch, baseRef: "main" });
    expect(command).toContain(` switch main && git -C ${repository.path} merge ${branch}`);
    await merged(command);
    expect((await git(repository.path, ["rev-parse", "--abbrev-ref", "HEAD"])).trim()).toBe("main");
  });

  test.each([
    ["/srv/it's docs", `git pull '/srv/it'\\''s docs' ${branch}`],
    ["https://git.example.com/docs.git", `git pull https://git.example.com/docs.git ${branch}`],
  ])("is a pull where no working tree is: %s", (place, command) => {
    const text = describeMerge(place, { branch, baseRef: "main" });
    expect(text).toBe(`To merge it, in a clone:\n  ${command}`);
  });
});
