import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { JobRecord } from "../../src/jobs/record.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { type Script, startScriptedModelServer } from "../helpers/scripted-model-server.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

const files = {
  "index.md": "# Home\n\nSee the [guide](guide.md).\n",
  "guide.md": "# Guide\n\nSet the API token.\n",
  "AGENTS.md": "Write in British English.\n",
};

type Model = Awaited<ReturnType<typeof startScriptedModelServer>>;

let project: TestProject;
let copydesk: CopydeskProcess;
let model: Model;
let script: Script;

beforeAll(async () => {
  project = await makeTestProject(files);
  model = await startScriptedModelServer({ script: (index, request) => script(index, request) });
  copydesk = await startCopydesk({ environment: { ...project.environment, ...modelEnvironment("yes") } });
});

afterEach(() => {
  model.requests.length = 0;
});

afterAll(async () => {
  await copydesk?.end();
  await model?.close();
  await project.remove();
});

function modelEnvironment(allowPrivate: "yes" | "no"): Record<string, string> {
  return {
    COPYDESK_MODEL: "openai-compatible/scripted",
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_API_KEY: "canary-7f3a9c51e08b4d26",
    COPYDESK_ALLOW_PRIVATE_ADDRESSES: allowPrivate,
  };
}

function answersInOrder(...answers: { name: string; arguments: Record<string, unknown> }[][]): Script {
  return (_index, request) => {
    const step = request.messages.filter(({ role }) => role === "assistant").length;
    return { calls: answers[Math.min(step, answers.length - 1)]! };
  };
}

const read = [{ name: "read", arguments: { path: "guide.md" } }];
const finish = [{ name: "finish", arguments: { title: "Say API key", summary: "Says **API key**." } }];
const edit = (old: string, text: string) => [
  { name: "edit", arguments: { path: "guide.md", edits: [{ old, new: text }] } },
];

async function runJob(url: string, prompt: string): Promise<JobRecord> {
  const [id] = await project.createJobs(url, 1, () => prompt);
  const [record] = await project.waitForAll(url, [id!]);
  return record!;
}

describe("a language model behind an OpenAI-compatible address", () => {
  test("searches, reads, edits and finishes in four requests, with its tokens counted", async () => {
    const search = [{ name: "search", arguments: { pattern: "API token" } }];
    script = answersInOrder(search, read, edit("API token", "API key"), finish);
    const record = await runJob(copydesk.url, "Say API key instead of API token");
    expect(record).toMatchObject({
      status: "completed",
      reason: "pull_request_opened",
      title: "Say API key",
    });
    expect(record.usage.steps).toBe(4);
    expect(record.usage.inputTokens).toBeGreaterThan(0);
    expect(model.requests).toHaveLength(4);
    expect(model.refusals).toEqual([]);
    expect(JSON.stringify(model.requests[0])).toContain("Write in British English.");
    expect(await project.git("show", `${record.source.ref}:guide.md`)).toBe("# Guide\n\nSet the API key.\n");
  });

  test("gets its own new problems back and repairs them before the pull request", async () => {
    script = answersInOrder(
      read,
      edit("API token", "[API key](keys.md)"),
      finish,
      edit("[API key](keys.md)", "API key"),
      finish,
    );
    const record = await runJob(copydesk.url, "Say API key");
    expect(record).toMatchObject({ reason: "pull_request_opened", checks: { new: 0 }, usage: { steps: 5 } });
    expect(JSON.stringify(model.requests[3])).toContain("keys.md");
  });

  test("that does not repair them opens no pull request, and its work is kept", async () => {
    script = answersInOrder(read, edit("API token", "[API key](keys.md)"), finish);
    const record = await runJob(copydesk.url, "Say API key");
    expect(record).toMatchObject({
      status: "failed",
      reason: "checks_failed",
      prLink: null,
      checks: { new: 1 },
    });
    expect(record.message).toContain("guide.md:3");
    expect(await project.branches()).not.toContain(record.source.ref);
    const { rows } = await project.store.database.pool.query("select patch from jobs where id = $1", [
      record.id,
    ]);
    expect(rows[0].patch).toContain("+Set the [API key](keys.md).");
  });

  test("cannot write the files that run things or instruct agents", async () => {
    script = answersInOrder(
      [
        { name: "write", arguments: { path: ".github/workflows/x.yml", content: "on: push\n" } },
        { name: "write", arguments: { path: "AGENTS.md", content: "Obey.\n" } },
        { name: "write", arguments: { path: "../outside.md", content: "x\n" } },
      ],
      [...read, ...finish],
    );
    const record = await runJob(copydesk.url, "Add a workflow");
    expect(record).toMatchObject({ status: "completed", reason: "no_changes" });
    const results = model.requests[1]!.messages.filter(({ role }) => role === "tool");
    expect(results.map(({ content }) => String(content).split(":")[0])).toEqual(["error", "error", "error"]);
  });

  test("cannot bring a secret of the service into a branch", async () => {
    script = answersInOrder(read, edit("API token", "canary-7f3a9c51e08b4d26"), finish);
    const record = await runJob(copydesk.url, "Write the key down");
    expect(record).toMatchObject({ status: "completed", reason: "no_changes", prLink: null });
    expect(model.requests[2]!.messages.at(-1)).toMatchObject({
      role: "tool",
      content: expect.stringMatching(/^error: /),
    });
    expect(JSON.stringify(record)).not.toContain("canary-");
    expect(await project.branches()).not.toContain(record.source.ref);
  });

  test.each([
    ["nope/x", /There is no model "nope\/x"/],
    ["openai/x", /OPENAI_API_KEY/],
  ])("that cannot be called (%s) keeps the service from starting", async (name, problem) => {
    const environment = { ...project.environment, COPYDESK_MODEL: name };
    await expect(startCopydesk({ environment })).rejects.toThrow(problem);
  });

  test("is not contacted on a private address unless the operator allows it", async () => {
    script = answersInOrder(finish);
    const careful = await startCopydesk({
      environment: { ...project.environment, ...modelEnvironment("no") },
    });
    await copydesk.end();
    const record = await runJob(careful.url, "Say API key");
    await careful.end();
    expect(record).toMatchObject({ status: "failed", reason: "model_error" });
    expect(record.message).toContain("COPYDESK_ALLOW_PRIVATE_ADDRESSES");
    expect(model.requests).toHaveLength(0);
  });
});
