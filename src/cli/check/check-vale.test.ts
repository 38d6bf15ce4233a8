import { expect, onTestFinished, test } from "vitest";
import { createTestCli } from "../../../test/helpers/cli-deps.ts";
import { commitAll, createRepository, git, writeFiles } from "../../../test/helpers/git-fixture.ts";
import { skipUnless } from "../../../test/helpers/skip-unless.ts";
import { openFolderChecker } from "../../compose/open-folder-checker.ts";
import { findProgram } from "../../sandbox/find-program.ts";
import { probeSandbox } from "../../sandbox/probe-sandbox.ts";

const hasVale = (await findProgram((process.env.PATH ?? "").split(":"), "vale")) !== null;
const hasSandbox = hasVale && (await probeSandbox()).kind !== "none";

const styles = {
  "mkdocs.yml": "site_name: S\n",
  ".vale.ini": "StylesPath = styles\nMinAlertLevel = suggestion\n\n[*.md]\nBasedOnStyles = Own\n",
  "styles/Own/Simple.yml":
    "extends: substitution\nmessage: \"Use '%s' instead of '%s'.\"\nlevel: warning\nignorecase: true\nswap:\n  utilize: use\n",
};

const stateOf = (stdout: string) =>
  JSON.parse(stdout).rules.find(({ rule }: { rule: string }) => rule === "vale");

test(
  "--rule vale applies the repository's styles to what the branch adds, without network",
  skipUnless(hasSandbox, "vale and a sandbox"),
  async () => {
    const { path: folder, remove } = await createRepository({
      ...styles,
      "docs/index.md": "# Home\n\nWe utilize it.\n",
      "docs/other.md": "Others utilize it.\n",
    });
    onTestFinished(remove);
    await git(folder, ["switch", "--quiet", "--create", "work"]);
    await writeFiles(folder, {
      "docs/index.md": "# Home\n\nWe utilize it.\n\nThe `utilize` word: ümläut utilize.\n",
    });
    await commitAll(folder, "words");
    const checker = openFolderChecker();
    onTestFinished(() => checker.close());
    const cli = createTestCli({
      cwd: folder,
      openFolderChecker: async () => ({ ...checker, close: () => {} }),
    });
    const { stdout } = await cli.run("check", "--base", "main", "--rule", "vale", "--json");
    expect(JSON.parse(stdout).warnings).toMatchObject(
      [
        {
          rule: "vale",
          path: "docs/index.md",
          line: 5,
          column: 28,
          message: /^Use 'use' instead of 'utilize'/,
        },
      ].map((one) => ({ ...one, message: expect.stringMatching(one.message) })),
    );
    expect(stateOf(stdout)).toMatchObject({ state: "judged" });
    await writeFiles(folder, {
      ".vale.ini": "StylesPath = styles\nPackages = Google\n[*.md]\nBasedOnStyles = Google\n",
    });
    const unfetched = await cli.run("check", "--base", "main", "--rule", "vale", "--json");
    expect(stateOf(unfetched.stdout)).toMatchObject({
      state: "not_judged",
      reason: expect.stringContaining("Google"),
    });
  },
);

test("reports a repository without Vale's configuration", async () => {
  const { path: folder, remove } = await createRepository({
    "mkdocs.yml": "site_name: S\n",
    "docs/a.md": "# A\n",
  });
  onTestFinished(remove);
  const checker = openFolderChecker();
  onTestFinished(() => checker.close());
  const cli = createTestCli({ cwd: folder, openFolderChecker: async () => checker });
  const { stdout, code } = await cli.run("check", "--rule", "vale");
  expect(stdout).toContain("vale: not judged here, because the repository has no .vale.ini");
  expect(code).toBe(0);
});
