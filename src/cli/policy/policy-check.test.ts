import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createTestCli } from "../../../test/helpers/cli-deps.ts";
import { createRepository } from "../../../test/helpers/git-fixture.ts";
import { openFolderChecker } from "../../compose/open-folder-checker.ts";

const pages = { "docs/a.md": "# A\n", "docs/es/a.md": "# A\n", "docs/legal.md": "# L\n", "src/a.ts": "" };

async function check(files: Record<string, string>, ...words: string[]) {
  const { path, remove } = await createRepository({ ...pages, ...files });
  onTestFinished(remove);
  const cli = createTestCli({ cwd: path, openFolderChecker: async () => openFolderChecker() });
  return { path, cli, ...(await cli.run("policy", "check", ...words)) };
}

test("a policy that is right says which files jobs may write, and why they leave others", async () => {
  const policy = "never: [docs/legal.md]\nlanguages: [en]\n";
  const { code, stdout } = await check({ ".copydesk.yml": policy }, "docs");
  expect(code).toBe(0);
  expect(stdout).toContain(".copydesk.yml is right.\n\nJobs may write 1 file.\n");
  expect(stdout).toContain(
    "They leave 1 file: it is among what .copydesk.yml says jobs never write\n  docs/legal.md\n",
  );
  expect(stdout).toContain("another language (es)");
  expect(stdout).not.toContain("src/a.ts");
});

test("problems have their lines, and the exit code is 1", async () => {
  const { code, stdout } = await check({ ".copydesk.yml": "nevr: []\nversions: 3\n" });
  expect(code).toBe(1);
  expect(stdout).toContain('.copydesk.yml:1:1: unknown key "nevr"; did you mean never?\n');
  expect(stdout).toContain(".copydesk.yml:2:11: versions: must be one of: all, current");
  expect(stdout).toContain("2 problems. Jobs end with invalid_policy until it is fixed.");
});

test("without a policy it says so; an unread name and a link are problems", async () => {
  const { stdout, cli, path } = await check({});
  expect(stdout).toContain("There is no .copydesk.yml: jobs may write what their project allows.");
  await symlink("docs/a.md", join(path, ".copydesk.yml"));
  expect(await cli.run("policy", "check")).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("not a link"),
  });
  const other = await check({ ".copydesk.yaml": "never: []\n" }, "--json");
  expect(JSON.parse(other.stdout)).toMatchObject({
    problems: [{ line: 1, message: ".copydesk.yaml is not read: its name has to be .copydesk.yml" }],
  });
});
