import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createApiKey } from "../../src/api-keys/create-api-key.ts";
import type { JobRecord } from "../../src/jobs/record.ts";
import { type CopydeskProcess, startCopydesk } from "../../test/helpers/copydesk-process.ts";
import { type Script, startScriptedModelServer } from "../../test/helpers/scripted-model-server.ts";
import { makeTestProject, type TestProject } from "../../test/helpers/test-project.ts";
import { prompt } from "./four-step-script.ts";

export interface BenchProject {
  id: string;
  key: string;
}

export interface BenchService {
  process: CopydeskProcess;
  pid: number;
  project: TestProject;
  /** Projects on the same repository, each with a create limit of its own. */
  projects: BenchProject[];
  /** Returns the job's id and the time of the answer, in milliseconds since 1970. */
  createJob(project?: BenchProject): Promise<{ id: string; answeredAt: number }>;
  /** Waits for the job's end; throws unless it opened a pull request. */
  waitForJob(id: string, project?: BenchProject): Promise<JobRecord>;
  /** Returns how often a waiting client has been answered 503; it asks again after a second. */
  unavailableAnswers(): number;
}

export interface BenchOptions {
  files: Record<string, string | Buffer>;
  script: Script;
  concurrency: number;
  /** Default 1. */
  projects?: number;
  /** Added to the service's own environment. */
  environment?: Record<string, string>;
}

/**
 * Runs a service (role all) with a database, a repository and a scripted model of its own, for the duration
 * of `work`. The model and the client run in this process, so that only the service is in its own.
 */
export async function withBenchService<T>(
  options: BenchOptions,
  work: (service: BenchService) => Promise<T>,
): Promise<T> {
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const model = await startScriptedModelServer({ script: options.script });
    closers.unshift(() => model.close());
    const project = await makeTestProject(options.files as Record<string, string>);
    closers.unshift(() => project.remove());
    const projects = [{ id: project.projectId, key: project.key }];
    while (projects.length < (options.projects ?? 1)) projects.push(await addBenchProject(project));
    const service = await startCopydesk({
      environment: {
        ...project.environment,
        COPYDESK_MODEL: "openai-compatible/scripted",
        OPENAI_COMPATIBLE_BASE_URL: model.baseUrl,
        COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
        COPYDESK_CONCURRENCY: String(options.concurrency),
        ...options.environment,
      },
    });
    closers.unshift(() => service.end());
    return await work({
      process: service,
      pid: service.child.pid!,
      project,
      projects,
      ...client(service.url, projects),
    });
  } finally {
    for (const close of closers) await close();
  }
}

export async function addBenchProject({ store, repository }: TestProject): Promise<BenchProject> {
  const id = `prj_${randomBytes(11).toString("hex")}`;
  await store.database.pool.query("insert into projects (id, name, repository) values ($1, 'Bench', $2)", [
    id,
    repository,
  ]);
  const { key } = await createApiKey(store, id, {});
  return { id, key };
}

type Client = Pick<BenchService, "createJob" | "waitForJob" | "unavailableAnswers">;

function client(url: string, [first]: BenchProject[]): Client {
  let unavailable = 0;
  const ask = async ({ id, key }: BenchProject, path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    return await fetch(`${url}/v2/agent/${id}${path}`, { ...init, headers });
  };
  return {
    async createJob(project = first!) {
      const response = await ask(project, "/job", { method: "POST", body: JSON.stringify({ prompt }) });
      const answeredAt = performance.timeOrigin + performance.now();
      return { id: (await readRecord(response)).id, answeredAt };
    },
    async waitForJob(id, project = first!) {
      for (;;) {
        const response = await ask(project, `/job/${id}?wait=20`);
        if (response.status === 503) {
          unavailable += 1;
          await response.arrayBuffer();
          await sleep(1_000);
          continue;
        }
        const record = await readRecord(response);
        if (record.status === "active") continue;
        if (record.reason === "pull_request_opened") return record;
        throw new Error(`job ${id} ended as ${record.reason}: ${record.message}`);
      }
    },
    unavailableAnswers: () => unavailable,
  };
}

async function readRecord(response: Response): Promise<JobRecord> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as JobRecord;
}
