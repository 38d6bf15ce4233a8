import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JobRecord } from "../../src/jobs/record.ts";
import { updateProject } from "../../src/projects/update-project.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { commitAll, writeFiles } from "../helpers/git-fixture.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

const broken = (title: string) =>
  `---\ntitle: ${title}\n---\n\nUse the API token. See [the guide](/Guide).\n`;
const policy = "languages: [en]\nfrozen: [archive.mdx]\nterms:\n  - use: API key\n    avoid: [API secret]\n";

const files = {
  "docs.json": JSON.stringify({
    name: "Docs",
    navigation: { pages: ["index", "guide", "archive", "es/index", "es/guide"] },
  }),
  ".copydesk.yml": policy,
  "index.mdx": broken("Home"),
  "guide.mdx": "---\ntitle: Guide\n---\n\nText.\n",
  "archive.mdx": broken("Archive"),
  "es/index.mdx": broken("Inicio"),
  "es/guide.mdx": "---\ntitle: Guia\n---\n\nTexto.\n",
};

let project: TestProject;
let copydesk: CopydeskProcess;

beforeAll(async () => {
  project = await makeTestProject(files);
  copydesk = await startCopydesk({ environment: project.environment });
});

afterAll(async () => {
  await copydesk?.end();
  await project.remove();
});

async function runJob(prompt: string, body: object = {}): Promise<JobRecord> {
  const created = await project.request(copydesk.url, "/job", {
    method: "POST",
    body: JSON.stringify({ prompt, ...body }),
  });
  const { id } = (await created.json()) as JobRecord;
  const [record] = await project.waitForAll(copydesk.url, [id]);
  return record!;
}

async function eventOf(id: string, kind: string): Promise<Record<string, unknown>> {
  const response = await project.request(copydesk.url, `/job/${id}/events?limit=200`);
  const { data } = (await response.json()) as { data: { kind: string; data: Record<string, unknown> }[] };
  return data.find((event) => event.kind === kind)!.data;
}

test.each(["Fix broken links", 'Replace "API token" with "API key"'])(
  "%s leaves other languages and frozen pages, and lists them",
  async (prompt) => {
    const record = await runJob(prompt);
    expect(record).toMatchObject({ status: "completed", reason: "pull_request_opened" });
    expect(await project.git("diff", "--name-only", "main", record.source.ref)).toBe("index.mdx\n");
    const { summary } = await eventOf(record.id, "committed");
    expect(summary).toMatch(/another language/);
    expect(summary).toContain("es/index.mdx");
    expect(summary).toMatch(/frozen/);
    expect(summary).toContain("archive.mdx");
    const blob = (await project.git("rev-parse", "main:.copydesk.yml")).trim();
    expect(record.policy).toEqual({ path: ".copydesk.yml", blob });
    expect(await eventOf(record.id, "prepared")).toMatchObject({ policy: { path: ".copydesk.yml", blob } });
  },
);

test("a term to avoid is not brought in", async () => {
  const record = await runJob('Replace "API token" with "API secret"');
  expect(record).toMatchObject({ reason: "no_changes" });
});

test("a policy that cannot be read ends the job before any model call", async () => {
  await project.git("switch", "--quiet", "--create", "wrong");
  await writeFiles(project.repository, { ".copydesk.yml": "languages: english\n" });
  await commitAll(project.repository, "Break the policy");
  await project.git("switch", "--quiet", "main");
  const record = await runJob("Fix broken links", { ref: "wrong" });
  expect(record).toMatchObject({
    status: "failed",
    reason: "invalid_policy",
    message: expect.stringContaining(".copydesk.yml:1:12: languages: must be a list"),
    usage: { steps: 0 },
    policy: null,
  });
});

test("a rule that the project has switched off is applied where the policy says so", async () => {
  await updateProject(project.store, project.projectId, { settings: { rules: { off: ["internal-link"] } } });
  const without = await runJob('Replace "Text" with "Words"');
  expect(without.checks).toMatchObject({ preexisting: 0 });
  await writeFiles(project.repository, { ".copydesk.yml": "rules:\n  on: [internal-link]\n" });
  await commitAll(project.repository, "Be strict");
  const record = await runJob('Replace "Text" with "Words"');
  expect(record.checks?.preexisting).toBeGreaterThan(0);
});

test("the schema for editors is served to everybody", async () => {
  const response = await fetch(`${copydesk.url}/policy.schema.json`);
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  const file = join(import.meta.dirname, "../../docs/policy.schema.json");
  expect(await response.json()).toEqual(JSON.parse(await readFile(file, "utf8")));
});
