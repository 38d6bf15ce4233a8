import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { bareEnvironment } from "../helpers/bare-environment.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

let project: TestProject;
let copydesk: CopydeskProcess;

beforeAll(async () => {
  project = await makeTestProject();
  copydesk = await startCopydesk({ environment: project.environment });
});

afterAll(async () => {
  await copydesk?.end();
  await project?.remove();
});

const read = (path: string) => readFile(join(root, "integrations", path), "utf8");

async function runScript(script: string, env: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), "copydesk-ci-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const own = {
    COPYDESK_URL: copydesk.url,
    COPYDESK_PROJECT: project.projectId,
    COPYDESK_API_KEY: project.key,
  };
  const options = { cwd: folder, env: { ...bareEnvironment(), HOME: folder, ...own, ...env } };
  const { code, stdout } = await run("bash", ["-euo", "pipefail", "-c", script], options).then(
    (result) => ({ code: 0, stdout: result.stdout }),
    (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
  );
  const summary = await readFile(join(folder, "summary.md"), "utf8").catch(() => "");
  return { code, stdout, summary, id: /job_\w+/.exec(stdout)?.[0] };
}

test("the action for GitHub runs one job, however often its step is run again, and writes the summary", async () => {
  const { steps } = parse(await read("github/job/action.yml")).runs;
  const { run: script, env } = steps.at(-1);
  expect(Object.keys(env).sort()).toEqual(
    "COPYDESK COPYDESK_API_KEY COPYDESK_PROJECT COPYDESK_URL MODE PROMPT REF RUN_ID TOPIC".split(" "),
  );
  const given = {
    COPYDESK: root,
    PROMPT: 'Replace "widget" with "gadget"',
    RUN_ID: "github-1-2-docs-copydesk",
  };
  const step = { ...given, GITHUB_STEP_SUMMARY: "summary.md", TOPIC: "", REF: "", MODE: "pull_request" };
  const [first, again] = [await runScript(script, step), await runScript(script, step)];
  expect([first.code, again.code, again.id]).toEqual([0, 0, first.id]);
  expect(first.summary).toContain("### Copydesk: completed (pull_request_opened)");
  expect(first.summary).toContain(`](${copydesk.url}/`);
  expect(first.summary).toContain(`Job \`${first.id}\``);
});

test("the component for GitLab ends with the job, and says why it failed", async () => {
  const [spec, jobs] = parseAllDocuments(await read("gitlab/job.yml")).map((one) => one.toJS());
  const job = jobs["copydesk-job"];
  const inputs = [...JSON.stringify(jobs).matchAll(/\$\[\[ inputs\.(\w+) \]\]/g)].map(([, name]) => name);
  expect([...new Set(inputs)].sort()).toEqual(Object.keys(spec.spec.inputs).sort());
  const script = job.script.at(-1).replaceAll("/tmp/copydesk/", `${root}/`);
  const ci = { CI_PROJECT_ID: "1", CI_PIPELINE_ID: "2", CI_JOB_NAME: "docs", SUMMARY: "summary.md" };
  const failed = await runScript(script, { ...ci, PROMPT: "Write a poem about widgets" });
  expect(failed.code).toBe(1);
  expect(failed.summary).toMatch(/### Copydesk: failed \(/);
  const preview = { ...ci, CI_JOB_NAME: "preview", MODE: "preview", PROMPT: 'Replace "widget" with "gizmo"' };
  expect((await runScript(script, preview)).summary).toContain("completed (preview_ready)");
  const missing = await runScript(script, { ...ci, PROMPT: "" });
  expect([missing.code, missing.id]).toEqual([2, undefined]);
});
