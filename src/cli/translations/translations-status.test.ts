import { rm } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { createTestCli } from "../../../test/helpers/cli-deps.ts";
import { commitAll, createRepository, git, writeFiles } from "../../../test/helpers/git-fixture.ts";
import { openFolderChecker } from "../../compose/open-folder-checker.ts";

const pages = {
  "docs/a.md": "# A\n\nOne.\n\nTwo.\n",
  "docs/de/a.md": "# A\n\nEins.\n\nZwei.\n",
  "docs/fr/a.md": "# A\n\nUn.\n\nDeux.\n",
  "docs/b.md": "# B\n",
  "docs/fr/b.md": "# B\n",
};

async function create(files: Record<string, string> = {}) {
  const { path, remove } = await createRepository({ ...pages, ...files });
  onTestFinished(remove);
  const cli = createTestCli({ cwd: path, openFolderChecker: async () => openFolderChecker() });
  return { path, status: (...words: string[]) => cli.run("translations", "status", ...words) };
}

async function commitFiles(path: string, files: Record<string, string>): Promise<void> {
  await writeFiles(path, files);
  await commitAll(path, "change");
}

test("a source that has changed makes its translations stale, until they change", async () => {
  const { path, status } = await create();
  expect(await status()).toMatchObject({
    code: 0,
    stdout: "de: 0 of 1 page stale\nfr: 0 of 2 pages stale\n",
  });
  await commitFiles(path, { "docs/a.md": "# A\n\nOne.\n\nTwo!\n\nThree.\n" });
  expect(await status()).toMatchObject({
    code: 1,
    stdout: [
      ...["de: 1 of 1 page stale", "  docs/de/a.md: 2 of 4 blocks (docs/a.md)"],
      ...["fr: 1 of 2 pages stale", "  docs/fr/a.md: 2 of 4 blocks (docs/a.md)\n"],
    ].join("\n"),
  });
  expect(await status("docs/fr/b.md")).toMatchObject({ code: 0, stdout: "fr: 0 of 1 page stale\n" });
  await commitFiles(path, { "docs/de/a.md": "# A\n\nEins.\n\nZwei!\n\nDrei.\n" });
  const { stdout } = await status("--json", "--language", "de,fr");
  expect(JSON.parse(stdout)).toMatchObject({
    sourceLanguage: "en",
    languages: [
      { language: "de", current: 1, stale: [], unknown: [] },
      {
        language: "fr",
        current: 1,
        stale: [{ path: "docs/fr/a.md", source: "docs/a.md", staleBlocks: 2, blocks: 4 }],
      },
    ],
  });
});

test("changes that are not committed count on both sides", async () => {
  const { path, status } = await create();
  await git(path, ["switch", "--quiet", "-c", "work"]);
  await writeFiles(path, { "docs/a.md": "# A\n\nOne!\n\nTwo.\n", "docs/de/a.md": "# A\n\nEins!\n\nZwei.\n" });
  expect((await status()).stdout).toContain("de: 0 of 1 page stale\nfr: 1 of 2 pages stale\n");
});

test("what a cut history does not show is said to be unknown", async () => {
  const { path } = await create();
  await commitFiles(path, { "docs/c.md": "# C\n" });
  await commitFiles(path, { "docs/b.md": "# B\n\nMore.\n" });
  const shallow = `${path}/shallow`;
  await git(path, ["clone", "--quiet", "--depth=2", `file://${path}`, shallow]);
  const cli = createTestCli({ cwd: shallow, openFolderChecker: async () => openFolderChecker() });
  expect(await cli.run("translations", "status", "--language", "fr")).toMatchObject({
    code: 1,
    stdout: [
      ...["fr: 1 of 2 pages stale", "  docs/fr/b.md: 1 of 2 blocks (docs/b.md)"],
      ...["  Not known, because the clone is shallow and has 2 commits of it:", "    docs/fr/a.md\n"],
    ].join("\n"),
  });
});

test("pages that the policy closes are left out, and a policy that cannot be read is an error", async () => {
  const { path, status } = await create({ ".copydesk.yml": "languages: [en, fr]\nfrozen: [docs/fr/b.md]\n" });
  expect((await status()).stdout).toBe("fr: 0 of 1 page stale\n");
  await commitFiles(path, { ".copydesk.yml": "nevr: []\n" });
  expect(await status()).toMatchObject({ code: 1, stderr: expect.stringContaining(".copydesk.yml:1:1") });
});

test("outside of git, and without translations, it says so", async () => {
  const { path, status } = await create({ ".copydesk/translations/de.json": "{}" });
  expect((await status()).stdout).toContain(
    "  .copydesk/translations/de.json cannot be read; the repository's history is used instead.\n",
  );
  await rm(`${path}/.git`, { recursive: true });
  expect((await status("--language", "de")).stdout).toContain(
    "Not known, because the history of the repository cannot be read here:\n    docs/de/a.md\n",
  );
  expect((await status("docs/b.md")).stdout).toBe("There are no translations here.\n");
});
