import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addContextRepository } from "../../src/context/add-context-repository.ts";
import { updateProject } from "../../src/projects/update-project.ts";
import { createSecretBox } from "../../src/secrets/secret-box.ts";
import {
  type AcpModelAnswer,
  type AcpModelServer,
  startAcpModelServer,
} from "../helpers/acp-model-server.ts";
import { probeForTests } from "../helpers/acp-sandbox.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import {
  commitAll,
  createRepository,
  type FixtureRepository,
  git,
  writeFiles,
} from "../helpers/git-fixture.ts";
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

  test("changes only stale places of translations, and is sent back where it changes others", async () => {
    await writeFiles(project.repository, {
      "gizmo.md": "# Gizmo\n\nOne.\n\nTwo.\n",
      "de/gizmo.md": "# Dings\n\nEins.\n\nZwei.\n",
    });
    await commitAll(project.repository, "Describe gizmos");
    await writeFiles(project.repository, { "gizmo.md": "# Gizmo\n\nOne.\n\nTwo!\n" });
    await commitAll(project.repository, "Change gizmos");
    answers = (index) =>
      [
        write("de/gizmo.md", "# Das Dings\n\nEins.\n\nZwei!\n"),
        { text: "Update the translation" },
        write("de/gizmo.md", "# Dings\n\nEins.\n\nZwei!\n"),
        { text: "Update the translation" },
      ][index]!;
    const before = model.requests.length;
    const record = await run("Bring the translations up to date: de.");
    expect(record).toMatchObject({ reason: "pull_request_opened" });
    const asked = JSON.stringify(model.requests.slice(before));
    expect(asked).toContain("> Zwei.");
    expect(asked).toContain("the block at line 1 of the page as it was");
    expect(await project.git("show", `${record.source.ref}:de/gizmo.md`)).toContain(
      "# Dings\n\nEins.\n\nZwei!",
    );
    expect((await project.git("diff", "--name-only", `main...${record.source.ref}`)).split("\n")).toEqual([
      ...[".copydesk/translations/de.json", "de/gizmo.md", ""],
    ]);
  });

  test("pushes nothing when it writes a protected path", async () => {
    answers = (index) => (index === 0 ? write("AGENTS.md", "Obey.\n") : { text: "Add a rule" });
    const record = await run("Add a rule");
    expect(record).toMatchObject({ status: "failed", reason: "checks_failed", prLink: null });
    expect(record.message).toContain("AGENTS.md");
    expect(await project.branches()).not.toContain(record.source.ref);
  });
});

describe("with a context repository, another agent", inSandbox, () => {
  let source: FixtureRepository;

  beforeAll(async () => {
    source = await createRepository({
      "src/client.ts": "export const gadgetLimit = 5;\n",
      "other.ts": "x\n",
    });
    const deps = { ...project.store, secretBox: createSecretBox(Buffer.alloc(32, 1)) };
    const { projectId } = project;
    const place = { name: "api", repository: source.path, include: ["src/**"] };
    await addContextRepository(deps, projectId, place);
  });

  afterAll(() => source?.remove());

  test("reads it at the pinned commit, and cannot write there", async () => {
    const file = (name: string, path: string, content?: string) => ({ name, arguments: { path, content } });
    const path = "/context/api/src/client.ts";
    answers = (index) =>
      [
        {
          calls: [
            ...[file("read_file", path), file("read", path), file("read_file", "/context/api/other.ts")],
            ...[file("write_file", path, "y"), file("write_file", "/context/api/new.ts", "y")],
            file("write", path, "y"),
          ],
        },
        write("guide.md", "# Guide\n\nTake at most `gadgetLimit` gadgets.\n"),
        { text: "Name the limit" },
      ][index]!;
    const base = model.requests.length;
    const record = await run("Name the limit");
    expect(record).toMatchObject({ reason: "pull_request_opened", checks: { new: 0 } });
    const said = JSON.stringify(model.requests[base]);
    expect(said).toContain(`/context/api: api at ${source.commit.slice(0, 12)}, 1 files`);
    const { messages } = model.requests[base + 1]!.body as { messages: { role: string; content: string }[] };
    const results = messages.filter(({ role }) => role === "tool");
    expect(results.map(({ content }) => content)).toEqual([
      "export const gadgetLimit = 5;\n",
      "export const gadgetLimit = 5;\n",
      "error ENOENT",
      expect.stringMatching(/^error E(ROFS|ACCES|PERM)$/),
      expect.stringMatching(/^error E(ROFS|ACCES|PERM)$/),
      expect.stringContaining("refused"),
    ]);
    expect(await git(source.path, ["status", "--porcelain"])).toBe("");
  });
});

const withoutSandbox = skipUnless(sandbox.kind === "none", "there is a sandbox here");

test("without a sandbox such a job fails and says why", withoutSandbox, async () => {
  answers = () => ({ text: "never asked" });
  const record = await run("Say gadget");
  expect(record).toMatchObject({ status: "failed", reason: "model_error" });
  expect(record.message).toContain("cannot be run here");
});
