import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { bareEnvironment } from "../helpers/bare-environment.ts";
import { commitAll, createRepository, git, writeFiles } from "../helpers/git-fixture.ts";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

async function readIntegration(path: string): Promise<string> {
  return await readFile(join(root, "integrations", path), "utf8");
}

/** A branch with a broken link beside one that was there before. */
async function makeChange(): Promise<{ folder: string; base: string }> {
  const {
    path: folder,
    commit: base,
    remove,
  } = await createRepository({
    "mkdocs.yml": "site_name: Site\nnav:\n  - index.md\n",
    "docs/index.md": "# Home\n\n[old](gone.md)\n",
  });
  onTestFinished(remove);
  await git(folder, ["switch", "--quiet", "--create", "work"]);
  await writeFiles(folder, { "docs/index.md": "# Home\n\n[old](gone.md)\n\n[new](also-gone.md)\n" });
  await commitAll(folder, "Change");
  return { folder, base };
}

async function runScript(
  script: string,
  folder: string,
  env: Record<string, string>,
): Promise<{ code: number; stdout: string }> {
  const home = await mkdtemp(join(tmpdir(), "copydesk-home-"));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const options = { cwd: folder, env: { ...bareEnvironment(), HOME: home, ...env } };
  return await run("bash", ["-euo", "pipefail", "-c", script], options).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }) => ({ code, stdout }),
  );
}

test("the action for GitHub annotates what a pull request brings, and nothing else", async () => {
  const { folder, base } = await makeChange();
  const action = parse(await readIntegration("github/action.yml"));
  const { run: script, env } = action.runs.steps.at(-1);
  expect(Object.keys(env).sort()).toEqual(["BASE", "CHECKED_PATH", "COPYDESK"]);
  const given = { CHECKED_PATH: ".", COPYDESK: root };
  const { code, stdout } = await runScript(script, folder, { ...given, BASE: base });
  expect(code).toBe(1);
  expect(stdout.match(/^::error .*$/gm)).toMatchObject([
    expect.stringMatching(/^::error file=docs\/index\.md,line=5,/),
  ]);
  const all = await runScript(script, folder, { ...given, BASE: "" });
  expect(all.stdout.match(/^::error /gm)).toHaveLength(2);
});

test("the component for GitLab writes the report that it hands over", async () => {
  const { folder, base } = await makeChange();
  const [spec, jobs] = parseAllDocuments(await readIntegration("gitlab/check.yml")).map((one) => one.toJS());
  const job = jobs["copydesk-check"];
  const inputs = [...JSON.stringify(jobs).matchAll(/\$\[\[ inputs\.(\w+) \]\]/g)].map(([, name]) => name);
  expect([...new Set(inputs)].sort()).toEqual(Object.keys(spec.spec.inputs).sort());
  const script = job.script.at(-1).replaceAll("/tmp/copydesk/", `${root}/`);
  const { code } = await runScript(script, folder, {
    CHECKED_PATH: ".",
    CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
  });
  expect(code).toBe(1);
  const report = await readFile(join(folder, job.artifacts.reports.junit), "utf8");
  expect(report).toContain('<testcase classname="copydesk" name="docs/index.md"');
  expect(report).toContain("5:7 ");
  expect(report).not.toContain("3:7 ");
});
