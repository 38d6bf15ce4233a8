import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { updateProject } from "../../src/projects/update-project.ts";
import {
  type AcpModelAnswer,
  type AcpModelServer,
  startAcpModelServer,
} from "../helpers/acp-model-server.ts";
import { probeForTests } from "../helpers/acp-sandbox.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { skipUnless } from "../helpers/skip-unless.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

const { sandbox, inSandbox } = await probeForTests();
const root = join(import.meta.dirname, "../..");
const fixture = join(root, "test/fixtures/acp-agent");

let project: TestProject;
let model: AcpModelServer;
let copydesk: CopydeskProcess;
let answers: (index: number) => AcpModelAnswer;

beforeAll(async () => {
  project = await makeTestProject();
  model = await startAcpModelServer((index) => answers(index));
  await updateProject(project.store, project.projectId, {
    settings: {
      engine: {
        kind: "acp",
        command: ["node", join(fixture, "agent.mjs"), "edit"],
        environment: { MODEL_URL: "{modelUrl}", MODEL_KEY: "{modelKey}", MARK: "/nowhere" },
        readOnlyPaths: [
          fixture,
          join(root, "node_modules/@agentclientprotocol/sdk"),
          join(root, "node_modules/zod"),
        ],
      },
    },
  });
  copydesk = await startCopydesk({
    environment: {
      ...project.environment,
      COPYDESK_MODEL: "openai-compatible/scripted",
      OPENAI_COMPATIBLE_BASE_URL: `${model.root}/v1`,
      OPENAI_COMPATIBLE_API_KEY: "canary-2f1b6c0d9e8a7f53",
      COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
    },
  });
});

afterAll(async () => {
  await copydesk?.end();
  await model?.close();
  await project.remove();
});

const write = (path: string, content: string) => ({
  calls: [{ name: "write", arguments: { path, content } }],
});

async function run(prompt: string) {
  const base = model.requests.length;
  const script = answers;
  answers = (index) => script(index - base);
  const ids = await project.createJobs(copydesk.url, 1, () => prompt);
  const [record] = await project.waitForAll(copydesk.url, ids);
  return record!;
}

describe("a project whose engine is another agent", inSandbox, () => {
  test("gets a pull request of what that agent changed, with its usage counted", async () => {
    answers = (index) =>
      index === 0
        ? write("guide.md", "# Guide\n\nTake a gadget.\n")
        : { text: "Say gadget\n\nThe guide says gadget." };
    const record = await run("Say gadget");
    expect(record).toMatchObject({ reason: "pull_request_opened", title: "Say gadget", usage: { steps: 2 } });
    expect(await project.git("show", `${record.source.ref}:guide.md`)).toBe("# Guide\n\nTake a gadget.\n");
    expect(await project.git("diff", "--name-only", "main", record.source.ref)).toBe("guide.md\n");
  });

  test("sends it back with the problems that its change brings", async () => {
    answers = (index) =>
      [
        write("guide.md", "# Guide\n\nSee [this](missing.md).\n"),
        { text: "Link the page" },
        write("guide.md", "# Guide\n\nSee [this](index.md).\n"),
        { text: "Link the page" },
      ][index]!;
    const record = await run("Link");
    expect(record).toMatchObject({ reason: "pull_request_opened", checks: { new: 0 } });
    expect(JSON.stringify(model.requests)).toContain("missing.md");
  });

  test("pushes nothing when it writes a protected path", async () => {
    answers = (index) => (index === 0 ? write("AGENTS.md", "Obey.\n") : { text: "Add a rule" });
    const record = await run("Add a rule");
    expect(record).toMatchObject({ status: "failed", reason: "checks_failed", prLink: null });
    expect(record.message).toContain("AGENTS.md");
    expect(await project.branches()).not.toContain(record.source.ref);
  });
});

const withoutSandbox = skipUnless(sandbox.kind === "none", "there is a sandbox here");

test("without a sandbox such a job fails and says why", withoutSandbox, async () => {
  answers = () => ({ text: "never asked" });
  const record = await run("Say gadget");
  expect(record).toMatchObject({ status: "failed", reason: "model_error" });
  expect(record.message).toContain("cannot be run here");
});
