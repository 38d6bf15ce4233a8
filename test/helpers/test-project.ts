import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createApiKey } from "../../src/api-keys/create-api-key.ts";
import type { JobRecord } from "../../src/jobs/record.ts";
import { createRepository } from "./git-fixture.ts";
import { createTestDatabase } from "./test-database.ts";

const run = promisify(execFile);

export interface TestProject {
  projectId: string;
  key: string;
  repository: string;
  /** Variables for Copydesk processes that work on this project's store. */
  environment: Record<string, string>;
  store: Awaited<ReturnType<typeof createTestDatabase>>;
  request(url: string, path: string, init?: RequestInit): Promise<Response>;
  createJobs(url: string, count: number, prompt: (n: number) => string): Promise<string[]>;
  waitForAll(url: string, ids: string[]): Promise<JobRecord[]>;
  /** Names of the `copydesk/…` branches in the repository. */
  branches(): Promise<string[]>;
  git(...args: string[]): Promise<string>;
  remove(): Promise<void>;
}

const defaultFiles: Record<string, string> = {
  "index.md": "# Widgets\n\nA widget is a small thing. See the [guide](guide.md).\n",
  "guide.md": "# Guide\n\nTake a widget and `widget` it.\n",
};

/** A project with a real repository, an API key and a store of its own. */
export async function makeTestProject(files: Record<string, string> = defaultFiles): Promise<TestProject> {
  const store = await createTestDatabase();
  const { path: repository } = await createRepository(files);
  const dataFolder = await mkdtemp(join(tmpdir(), "copydesk-test-"));
  const projectId = `prj_${"0".repeat(21)}${Math.floor(Math.random() * 10)}`;
  await store.database.pool.query("insert into projects (id, name, repository) values ($1, 'Test', $2)", [
    projectId,
    repository,
  ]);
  const { key } = await createApiKey(store, projectId, {});
  const base = `/v2/agent/${projectId}`;
  const request = (url: string, path: string, init: RequestInit = {}) =>
    fetch(`${url}${base}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...init.headers },
    });
  const git = async (...args: string[]) =>
    (await run("git", ["-C", repository, ...args], { maxBuffer: 64 << 20 })).stdout;
  return {
    projectId,
    key,
    repository,
    environment: { DATABASE_URL: store.url, COPYDESK_DATA: dataFolder, COPYDESK_LOG_LEVEL: "warn" },
    store,
    request,
    git,
    async createJobs(url, count, prompt) {
      const ids: string[] = [];
      for (let n = 0; n < count; n += 1) {
        const response = await request(url, "/job", {
          method: "POST",
          body: JSON.stringify({ prompt: prompt(n) }),
        });
        if (response.status !== 201)
          throw new Error(`create answered ${response.status}: ${await response.text()}`);
        ids.push(((await response.json()) as JobRecord).id);
      }
      return ids;
    },
    async waitForAll(url, ids) {
      const records: JobRecord[] = [];
      for (const id of ids) {
        let record: JobRecord;
        do record = (await (await request(url, `/job/${id}?wait=20`)).json()) as JobRecord;
        while (record.status === "active");
        records.push(record);
      }
      return records;
    },
    async branches() {
      const list = await git("for-each-ref", "--format=%(refname:short)", "refs/heads/copydesk/");
      return list.split("\n").filter((name) => name !== "");
    },
    async remove() {
      await store.drop();
      await rm(dataFolder, { recursive: true, force: true });
      await rm(repository, { recursive: true, force: true });
    },
  };
}
