import { writeFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { JobRecord } from "../../src/jobs/record.ts";
import { type CopydeskProcess, startCopydesk } from "./copydesk-process.ts";
import { type Script, type ScriptedModelServer, startScriptedModelServer } from "./scripted-model-server.ts";
import { makeTestProject, type TestProject } from "./test-project.ts";

const lines = Array.from({ length: 12 }, (_, n) => `Line ${n} of the guide.`).join("\n\n");
export const guide = `# Guide\n\nSet the API token.\n\n${lines}\n`;

export let project: TestProject;
export let api: CopydeskProcess;
export let worker: CopydeskProcess;
export let model: ScriptedModelServer;
let script: Script;

/** For the top of a test file: an API process, a worker and a model that answers as `answerWith` says. */
export function useTurnsScene(): void {
  beforeAll(async () => {
    project = await makeTestProject({
      "index.md": "# Home\n\nSee the [guide](guide.md).\n",
      "guide.md": guide,
    });
    model = await startScriptedModelServer({ script: (index, request) => script(index, request) });
    const environment = {
      ...project.environment,
      COPYDESK_MODEL: "openai-compatible/scripted",
      OPENAI_BASE_URL: model.baseUrl,
      COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
    };
    [api, worker] = await Promise.all([
      startCopydesk({ role: "api", environment }),
      startCopydesk({ role: "worker", environment }),
    ]);
  });
  afterEach(() => {
    model.requests.length = 0;
  });
  afterAll(async () => {
    await Promise.all([api?.end(), worker?.end()]);
    await model?.close();
    await project.remove();
  });
}

export function answerWith(next: Script): void {
  script = next;
}

interface Call {
  name: string;
  arguments: Record<string, unknown>;
}

const read: Call = { name: "read", arguments: { path: "guide.md" } };
const edit = (old: string, now: string): Call => ({
  name: "edit",
  arguments: { path: "guide.md", edits: [{ old, new: now }] },
});
const finish = (title: string): Call => ({ name: "finish", arguments: { title, summary: `${title}.` } });

/** Reads, edits once and finishes. */
export function changes(old: string, now: string, title: string): Script {
  const steps = [[read], [edit(old, now)], [finish(title)]];
  return (_, { messages }) => ({
    calls: steps[Math.min(messages.filter(({ role }) => role === "assistant").length, 2)]!,
  });
}

export async function post(
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return await project.request(api.url, path, {
    method: "POST",
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

export async function run(prompt: string): Promise<JobRecord> {
  const [id] = await project.createJobs(api.url, 1, () => prompt);
  return await wait(id!);
}

export async function wait(id: string): Promise<JobRecord> {
  const [record] = await project.waitForAll(api.url, [id]);
  return record!;
}

export async function followUp(id: string, prompt: string): Promise<JobRecord> {
  const response = await post(`/job/${id}/message`, { prompt });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ id, status: "active", reason: "queued", prLink: null });
  return await wait(id);
}

export async function diffOf(id: string): Promise<string> {
  const { rows } = await project.store.database.pool.query("select patch from jobs where id = $1", [id]);
  return rows[0].patch ?? "";
}

export const show = (record: JobRecord) => project.git("show", `${record.source.ref}:guide.md`);

const author = ["-c", "user.name=P", "-c", "user.email=p@example.com"];

export async function commitToBase(path: string, text: string): Promise<void> {
  await project.git("checkout", "--quiet", "main");
  await writeFile(`${project.repository}/${path}`, text);
  await project.git("add", "--", path);
  await project.git(...author, "commit", "--quiet", "-m", "Base moves");
}

export async function mergeToBase(ref: string): Promise<void> {
  await project.git(...author, "merge", "--quiet", "--no-ff", "-m", "Merge", ref);
}
