import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import type { JobRecord } from "../../src/jobs/record.ts";
import type { Review } from "../../src/review/review-schema.ts";
import { type CopydeskProcess, startCopydesk } from "./copydesk-process.ts";
import { git, writeFiles } from "./git-fixture.ts";
import { makeTestProject, type TestProject } from "./test-project.ts";

export const files = {
  "mkdocs.yml": "site_name: Widgets\n",
  "docs/index.md": "# Widgets\n\nA widget is a small thing. See the [guide](guide.md).\n",
  "docs/guide.md": "# Guide\n\nTake a widget and turn it.\n\n[Nowhere](nowhere.md)\n",
  "docs/shown.md":
    "---\ntitle: Shown\n---\n\n# Shown\n\n!!! note\n    A picture: ![x](img/a.svg)\n\nThe last words.\n",
  "docs/img/a.svg": '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  "docs/other.md": "# Other\n\nNothing to see.\n",
  "handbook/book.toml": '[book]\ntitle = "Handbook"\n',
  "handbook/src/SUMMARY.md": "- [Start](start.md)\n",
  "handbook/src/start.md": "# Start\n\n![b](/img/b.svg)\n\nThe first words.\n",
  "handbook/src/img/b.svg": '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
};

export let project: TestProject;
export let worker: CopydeskProcess;
export let api: CopydeskProcess;
/** Of the API alone: another machine than the worker's. */
export let apiData: string;

export async function runJob(prompt: string): Promise<string> {
  const [id] = await project.createJobs(api.url, 1, () => prompt);
  await project.waitForAll(api.url, [id!]);
  return id!;
}

export async function read<T>(id: string, path = "", url = api.url): Promise<T> {
  const response = await project.request(url, `/job/${id}/review${path}`);
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as T;
}

export async function post(id: string, action: string, body?: unknown, headers: Record<string, string> = {}) {
  const init = { method: "POST", headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await project.request(api.url, `/job/${id}/review/${action}`, init);
  return {
    status: response.status,
    body: (await response.json()) as JobRecord & { code?: string; detail?: string },
  };
}

export async function headOf(id: string): Promise<string> {
  return (await read<Review>(id)).headCommit!;
}

/** A commit of somebody else on top of a branch of the repository. */
export async function commitElsewhere(branch: string, path: string, text: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "copydesk-clone-"));
  await git(folder, ["clone", "-q", "--branch", branch, project.repository, "."]);
  await writeFiles(folder, { [path]: text });
  await git(folder, ["commit", "-qam", "Somebody else"]);
  await git(folder, ["push", "-q", "origin", branch]);
  await rm(folder, { recursive: true, force: true });
}

/** In every file that uses the scene, at its top. */
export function useReviewScene(): void {
  beforeAll(async () => {
    project = await makeTestProject(files);
    // As a server has it: nobody has the base branch checked out.
    await project.git("config", "core.bare", "true");
    apiData = await mkdtemp(join(tmpdir(), "copydesk-api-"));
    [worker, api] = await Promise.all([
      startCopydesk({ role: "worker", environment: project.environment }),
      startCopydesk({ role: "api", environment: { ...project.environment, COPYDESK_DATA: apiData } }),
    ]);
  });
  afterAll(async () => {
    await Promise.all([worker?.end(), api?.end()]);
    await project.remove();
    await rm(apiData, { recursive: true, force: true });
  });
}
