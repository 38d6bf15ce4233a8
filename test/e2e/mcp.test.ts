import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bareEnvironment } from "../helpers/bare-environment.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

const main = join(import.meta.dirname, "../../src/main.ts");

let project: TestProject;
let service: CopydeskProcess;

beforeAll(async () => {
  project = await makeTestProject();
  service = await startCopydesk({ environment: project.environment });
});

afterAll(async () => {
  await service?.end();
  await project?.remove();
});

test.each(["auto", "legacy"] as const)(
  "an assistant asks for a change over standard input and output, and reads it (%s)",
  async (mode) => {
    const client = new Client({ name: "editor", version: "1" }, { versionNegotiation: { mode } });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [main, "mcp", "--url", service.url, "--key", project.key],
      env: { ...bareEnvironment() },
    });
    await client.connect(transport);
    const call = async (name: string, args: object) => {
      const { isError, content, structuredContent } = await client.callTool({ name, arguments: { ...args } });
      const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
      expect(isError, text).toBeFalsy();
      return { text, record: structuredContent as { id: string; status: string; prLink: string } };
    };
    const prompt = 'Replace "widget" with "gadget"';
    const created = await call("create_job", { prompt, mode: mode === "auto" ? "pull_request" : "preview" });
    const jobId = created.record.id;
    let record = created.record;
    while (record.status === "active") record = (await call("wait_for_job", { jobId })).record;
    expect(record.status).toBe("completed");
    expect((await call("get_diff", { jobId })).text).toContain("+A gadget is a small thing.");
    expect((await call("get_checks", { jobId })).record).toMatchObject({ counts: { new: 0 } });
    await client.close();
    expect((await project.branches()).length).toBe(1);
  },
);
