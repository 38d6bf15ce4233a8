import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JobRecord } from "../../src/jobs/record.ts";
import { updateProject } from "../../src/projects/update-project.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "../helpers/scripted-model-server.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

const files = {
  "docs.json": JSON.stringify({ name: "Docs", navigation: { pages: ["index", "new"] } }, null, 2),
  "index.mdx": "# Home\n\nText.\n",
};
const evil = `# New

import fs from "node:fs"

{process.env.TOKEN}

<script>alert(1)</script>

<iframe src="https://evil.example" />

<div onClick={() => fetch("https://evil.example")}>[x](javascript:alert(1))</div>

![x](https://evil.example/a.png)
`;

let project: TestProject;
let copydesk: CopydeskProcess;
let model: ScriptedModelServer;
/** What the model writes before it finishes; null: it finishes at once. */
let page: string | null = evil;

beforeAll(async () => {
  project = await makeTestProject(files);
  model = await startScriptedModelServer({
    script: (_, { messages }) => {
      const steps = messages.filter(({ role }) => role === "assistant").length;
      const write = { name: "write", arguments: { path: "new.mdx", content: page ?? "" } };
      const finish = { name: "finish", arguments: { title: "Add a page", summary: "Add a page." } };
      return { calls: [steps === 0 && page !== null ? write : finish] };
    },
  });
  copydesk = await startCopydesk({
    environment: {
      ...project.environment,
      COPYDESK_MODEL: "openai-compatible/scripted",
      OPENAI_BASE_URL: model.baseUrl,
      COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
    },
  });
});

afterAll(async () => {
  await copydesk?.end();
  await model?.close();
  await project.remove();
});

async function wait(id: string): Promise<JobRecord> {
  const [record] = await project.waitForAll(copydesk.url, [id]);
  return record!;
}

async function run(): Promise<JobRecord> {
  const [id] = await project.createJobs(copydesk.url, 1, () => "Add a page");
  return await wait(id!);
}

async function followUp(id: string): Promise<JobRecord> {
  const body = JSON.stringify({ prompt: "Publish it" });
  await project.request(copydesk.url, `/job/${id}/message`, { method: "POST", body });
  return await wait(id);
}

describe("active content that a model insists on", () => {
  test("is told to it as findings, and never reaches a pull request, not by a follow-up either", async () => {
    page = evil;
    const first = await run();
    expect(first).toMatchObject({ status: "failed", reason: "checks_failed", prLink: null });
    expect(first.message).toContain("active-content");
    const asked = JSON.stringify(model.requests.at(-1));
    for (const what of [
      "node:fs",
      "process",
      "<script>",
      "<iframe>",
      "onClick",
      "javascript:",
      "evil.example",
    ]) {
      expect(asked).toContain(what);
    }
    page = null;
    const second = await followUp(first.id);
    expect(second).toMatchObject({ status: "failed", prLink: null });
    expect(await project.branches()).toEqual([]);
  });

  test("passes where the project allows it by name, in the same job too", async () => {
    page = "# New\n\n![x](https://img.evil.example/a.png)\n";
    const refused = await run();
    expect(refused).toMatchObject({ reason: "checks_failed", prLink: null });
    await updateProject(project.store, project.projectId, {
      settings: { activeContent: { hosts: ["*.evil.example"] } },
    });
    page = null;
    expect(await followUp(refused.id)).toMatchObject({ reason: "pull_request_opened" });
  });
});
