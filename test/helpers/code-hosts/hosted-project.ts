import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { startService } from "../../../src/compose/start-service.ts";
import { type Config, readConfig } from "../../../src/config.ts";
import { createJob } from "../../../src/jobs/create-job.ts";
import { createJobInserter } from "../../../src/jobs/insert-jobs.ts";
import { sendMessage } from "../../../src/jobs/send-message.ts";
import { createLog } from "../../../src/log.ts";
import { connectProject } from "../../../src/projects/connect-project.ts";
import { createProject } from "../../../src/projects/create-project.ts";
import { updateProject } from "../../../src/projects/update-project.ts";
import { createSecretBox } from "../../../src/secrets/secret-box.ts";
import type { Database } from "../../../src/store/database.ts";
import { createTestDatabase } from "../test-database.ts";
import type { HostScene } from "./scene.ts";

const author = { kind: "service" } as const;

export interface HostedJob {
  id: string;
  status: string;
  reason: string;
  message: string;
  branch: string;
  pullRequest: { number: number; url: string; state: string; branch: string } | null;
}

export interface HostedProject {
  projectId: string;
  database: Database;
  /** For worker processes on this store. */
  environment: Record<string, string>;
  /** Starts a job and answers its id; `choose` is what its create says besides. */
  create(prompt: string, choose?: object): Promise<string>;
  followUp(jobId: string, prompt: string): Promise<void>;
  untilEnded(jobId: string): Promise<HostedJob>;
  set(settings: Record<string, unknown>): Promise<void>;
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  remove(): Promise<void>;
}

const secretKey = "5".repeat(64);

/**
 * A project of the scene's repository with the scene's credentials, and a worker in this process unless told
 * otherwise.
 */
export async function hostProject(
  scene: Pick<HostScene, "repository" | "options">,
  options: {
    host: string;
    worker?: boolean;
    webhookSecret?: string;
    /** Of its jobs; the built-in one where nothing is said. */
    model?: string;
    signing?: { format: "ssh"; key: string };
  } = { host: "" },
): Promise<HostedProject> {
  const store = await createTestDatabase();
  const { database } = store;
  const dataFolder = await mkdtemp(join(tmpdir(), "copydesk-hosted-"));
  const environment = {
    DATABASE_URL: store.url,
    COPYDESK_DATA: dataFolder,
    COPYDESK_SECRET_KEY: secretKey,
    COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
    COPYDESK_LOG_LEVEL: "error",
  };
  const config: Config = readConfig(environment);
  const log = createLog({ level: "error", pretty: false });
  const { id: projectId } = await createProject(
    { database },
    { name: "Docs", repository: scene.repository, host: options.host },
  );
  const { apiUrl, credentials } = scene.options();
  const secretBox = createSecretBox(Buffer.from(secretKey, "hex"));
  const identify = async () => ({ login: "bot", missing: [] });
  await connectProject({ database, secretBox, identify }, projectId, {
    hostUrl: apiUrl,
    credentials: { ...credentials, webhookSecret: options.webhookSecret, signing: options.signing },
  });
  const worker = options.worker === false ? null : await startService(config, { role: "worker", log });
  const query = async <Row>(text: string, values: unknown[] = []) =>
    (await database.pool.query(text, values)).rows as Row[];
  return {
    projectId,
    database,
    environment,
    query,
    async create(prompt, choose = {}) {
      await query("delete from rate_uses");
      const deps = {
        insertJob: createJobInserter({ database }),
        defaultModel: options.model ?? "copydesk/chores",
        assertRefName() {},
      };
      return (await createJob(deps, projectId, { prompt, ...choose }, { author })).jobId;
    },
    async followUp(jobId, prompt) {
      await sendMessage({ database }, { projectId, jobId }, { prompt }, { author });
    },
    async untilEnded(jobId) {
      const find = async () =>
        (
          await query<HostedJob>(
            'select id, status, reason, message, branch, pull_request as "pullRequest" from jobs where id = $1',
            [jobId],
          )
        )[0]!;
      await expect
        .poll(async () => (await find()).status, { timeout: 120_000, interval: 30 })
        .not.toBe("active");
      return await find();
    },
    set: async (settings) => void (await updateProject({ database }, projectId, { settings })),
    async remove() {
      await worker?.stop();
      await store.drop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
