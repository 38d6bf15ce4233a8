import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestCli } from "../../../test/helpers/cli-deps.ts";
import { makeTestProject, type TestProject } from "../../../test/helpers/test-project.ts";
import { openCliStore } from "../../compose/open-cli-store.ts";
import { readConfig } from "../../config.ts";
import { createLog } from "../../log.ts";
import { createKnownSecrets } from "../../outgoing/known-secrets.ts";

let project: TestProject;

beforeAll(async () => {
  project = await makeTestProject();
  await project.store.database.pool.query(
    `insert into jobs (id, project_id, status, reason, prompt, repository, branch, model)
     values ($1, $2, 'active', 'queued', 'Describe the new option', $3, 'copydesk/x', 'copydesk/chores')`,
    [`job_${"1".repeat(22)}`, project.projectId, project.repository],
  );
});

afterAll(async () => await project.remove());

function cli(columns: number | null) {
  const config = readConfig(project.environment);
  const log = createLog({ level: "silent", pretty: false });
  return createTestCli({
    ...(columns !== null && { columns }),
    readConfig: () => config,
    openStore: () => openCliStore(config, { log, knownSecrets: createKnownSecrets() }),
  });
}

test("without a terminal it is shown once, for people and as a document", async () => {
  const text = await cli(null).run("top");
  expect(text).toMatchObject({ code: 0, stderr: "" });
  expect(text.stdout).toContain("0 running, 1 queued");
  expect(text.stdout).toContain("Describe the new option");
  const { stdout } = await cli(100).run("top", "--json");
  expect(JSON.parse(stdout)).toMatchObject({
    queue: { queued: 1, running: 0 },
    workers: [],
    lastHour: { created: 1, completed: 0, failed: 0 },
    jobs: [{ projectName: "Test", reason: "queued" }],
  });
  expect((await cli(100).run("top", "--once")).stdout).not.toContain("\u001b[2J");
});

test("in a terminal it is shown again until Ctrl-C, and stays on the screen", async () => {
  const terminal = cli(100);
  const running = terminal.run("top", "--every", "1");
  await expect.poll(() => terminal.output().split("1 queued").length - 1).toBeGreaterThanOrEqual(2);
  expect(terminal.output().startsWith("\u001b[2J\u001b[H")).toBe(true);
  expect(terminal.signal("SIGINT")).toBe(true);
  expect(await running).toMatchObject({ code: 0 });
});
