import { rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { createTestCli } from "../../../test/helpers/cli-deps.ts";
import { commitAll, createRepository, git, writeFiles } from "../../../test/helpers/git-fixture.ts";
import { openFolderChecker } from "../../compose/open-folder-checker.ts";

const checker = openFolderChecker();
afterAll(() => checker.close());

async function check(cwd: string, ...options: string[]) {
  const cli = createTestCli({ cwd, openFolderChecker: async () => ({ ...checker, close: async () => {} }) });
  const { stdout } = await cli.run("check", "--json", ...options);
  const found = JSON.parse(stdout) as {
    problems: { rule: string; target?: string }[];
    site: { pageCount: number };
  };
  return { ...found, problems: found.problems.map(({ rule, target }) => `${rule} ${target ?? ""}`) };
}

const page = `# Home

[Changes](changes.md) and [the last ones](changes.md#10), [an image](pictures/a.png), [a table](parts/table.csv),
[nothing](nowhere.md)
`;

async function makeSite(): Promise<string> {
  const { path, remove } = await createRepository({
    "mkdocs.yml": "site_name: Site\ntheme:\n  name: material\n",
    "CHANGES.md": "# Changes\n\n## 1.0\n",
    "media/a.png": "",
    "docs/index.md": page,
    ".gitmodules": '[submodule "parts"]\n\tpath = docs/parts\n\turl = https://example.org/parts.git\n',
  });
  onTestFinished(remove);
  await symlink("../CHANGES.md", join(path, "docs/changes.md"));
  await symlink("../media", join(path, "docs/pictures"));
  return path;
}

test("what a symbolic link or a submodule stands for is there, and not looked into", async () => {
  const { problems, site } = await check(await makeSite());
  expect(problems).toEqual(["internal-link nowhere.md"]);
  expect(site.pageCount).toBe(2);
});

test("links to a symbolic link that a commit has are no new problems of the tree", async () => {
  const path = await makeSite();
  await commitAll(path, "links");
  await writeFiles(path, { "docs/index.md": `${page}\nMore.\n` });
  expect((await check(path, "--base", "HEAD")).problems).toEqual([]);
  await rm(join(path, "docs/changes.md"));
  expect((await check(path, "--base", "HEAD")).problems).toEqual([
    "internal-link changes.md",
    "internal-link changes.md#10",
  ]);
});

test("a symbolic link out of the folder is not followed", async () => {
  const path = await makeSite();
  await symlink("/etc/hostname", join(path, "docs/host.md"));
  await git(path, ["add", "-A"]);
  expect((await check(path)).problems).toEqual(["internal-link nowhere.md"]);
});

test("pages beside a site are judged where they are asked for", async () => {
  const { path, remove } = await createRepository({
    "mkdocs.yml": "site_name: Site\n",
    "docs/index.md": "# Home\n",
    "notes/plan.md": "# Plan\n\n[home](../docs/index.md) [gone](gone.md)\n",
    "README.md": "# Read me\n\n[home](docs/index.md) [gone](docs/gone.md)\n",
  });
  onTestFinished(remove);
  expect((await check(path)).problems).toEqual(["internal-link docs/gone.md"]);
  expect((await check(path, "README.md")).problems).toEqual(["internal-link docs/gone.md"]);
  expect((await check(path, "notes")).problems).toEqual(["internal-link gone.md"]);
  expect((await check(path, "docs")).problems).toEqual([]);
});
