import { expect } from "vitest";
import { type RunningService, startService } from "../../src/compose/start-service.ts";
import { type Config, readConfig } from "../../src/config.ts";
import { createJob } from "../../src/jobs/create-job.ts";
import { createJobInserter } from "../../src/jobs/insert-jobs.ts";
import { sendMessage } from "../../src/jobs/send-message.ts";
import { createLog } from "../../src/log.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "./scripted-model-server.ts";
import type { ScriptedAnswer } from "./scripted-models/script.ts";
import { makeTestProject, type TestProject } from "./test-project.ts";

const author = { kind: "service" } as const;

/** A model call of a job: `step` counts from 1, `word` is what the prompt asks to say. */
export interface SceneCall {
  step: number;
  word: string;
}

export interface EndedJob {
  id: string;
  status: string;
  reason: string;
  message: string;
  crashes: number;
  branch: string;
}

export interface FaultScene {
  project: TestProject;
  model: ScriptedModelServer;
  /** For worker processes on this store. */
  environment: Record<string, string>;
  /**
   * Jobs that each say the word of their prompt in the guide; `mark` is put behind it, `choose` is what their
   * creates say besides. Without the limit on creates.
   */
  createJobs(
    words: readonly string[],
    mark?: (n: number) => string,
    choose?: (n: number) => object,
  ): Promise<string[]>;
  /** One more turn of a job that has ended, which says another word. */
  followUp(jobId: string, word: string): Promise<void>;
  /** An ordinary worker in this process. */
  startWorker(settings?: Partial<Config>): Promise<RunningService>;
  /** When the jobs have ended, in the given order. */
  untilEnded(ids: readonly string[]): Promise<EndedJob[]>;
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Names of the model calls (`<job>-<turn>-<attempt>-<step>`), with how often each was asked for. */
  callCounts(): Map<string, number>;
  remove(): Promise<void>;
}

export const guideSaying = (word: string): string => `# Guide\n\nTake ${word}.\n`;

export const stepsOfJob = 3;

/**
 * A project, its store and a scripted model whose jobs read, edit and finish; `beforeAnswer` can hold an
 * answer back.
 */
export async function makeFaultScene(
  options: { page?: string; beforeAnswer?: (call: SceneCall) => Promise<void> } = {},
): Promise<FaultScene> {
  const { page = "guide.md" } = options;
  const project = await makeTestProject({ "index.md": "# Widgets\n", [page]: guideSaying("a widget") });
  const model = await startScriptedModelServer({
    async script(_, { messages }) {
      const call = readCall(messages);
      await options.beforeAnswer?.(call);
      return answer(call, page);
    },
  });
  const environment = {
    ...project.environment,
    COPYDESK_MODEL: "openai-compatible/scripted",
    OPENAI_BASE_URL: model.baseUrl,
    COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
    COPYDESK_LOG_LEVEL: "error",
  };
  const config = readConfig(environment);
  const { database } = project.store;
  const log = createLog({ level: "error", pretty: false });
  const query = async <Row>(text: string, values: unknown[] = []) =>
    (await database.pool.query(text, values)).rows as Row[];
  return {
    project,
    model,
    environment,
    query,
    async createJobs(words, mark = () => "", choose = () => ({})) {
      await query("delete from rate_uses");
      const { defaultModel } = config;
      const deps = { insertJob: createJobInserter({ database }), defaultModel, assertRefName() {} };
      const prompts = words.map((word, n) => `Say "${word}". ${mark(n)}`);
      const created = await Promise.all(
        prompts.map((prompt, n) => createJob(deps, project.projectId, { prompt, ...choose(n) }, { author })),
      );
      return created.map(({ jobId }) => jobId);
    },
    async followUp(jobId, word) {
      await query("delete from rate_uses");
      const { projectId } = project;
      await sendMessage({ database }, { projectId, jobId }, { prompt: `Say "${word}".` }, { author });
    },
    startWorker: (settings = {}) => startService({ ...config, ...settings }, { role: "worker", log }),
    async untilEnded(ids) {
      const active = "select count(*)::integer as n from jobs where id = any($1) and status = 'active'";
      const count = async () => (await query<{ n: number }>(active, [ids]))[0]?.n;
      await expect.poll(count, { timeout: 600_000, interval: 50 }).toBe(0);
      const rows = await query<EndedJob>(
        "select id, status, reason, message, crash_count as crashes, branch from jobs where id = any($1)",
        [ids],
      );
      return ids.map((id) => rows.find((row) => row.id === id)!);
    },
    callCounts() {
      const names = model.headers.map((headers) => headers["idempotency-key"] ?? "none");
      return new Map([...Map.groupBy(names, (name) => name)].map(([name, { length }]) => [name, length]));
    },
    async remove() {
      await model.close();
      await project.remove();
    },
  };
}

/** The task comes last in the first message, behind what was asked in earlier turns. */
function readCall(messages: readonly { role: string; content?: unknown }[]): SceneCall {
  const step = messages.filter(({ role }) => role === "assistant").length + 1;
  const said = [...JSON.stringify(messages).matchAll(/Say \\+"([^"\\]+)\\+"/g)];
  return { step, word: said.at(-1)?.[1] ?? "nothing" };
}

function answer({ step, word }: SceneCall, path: string): ScriptedAnswer {
  const call = [
    { name: "read", arguments: { path } },
    { name: "write", arguments: { path, content: guideSaying(word) } },
    { name: "finish", arguments: { title: `Say ${word}`, summary: `Says ${word}.` } },
  ][Math.min(step, stepsOfJob) - 1]!;
  return { calls: [call] };
}
