import { afterAll, afterEach, beforeAll } from "vitest";
import type { Said } from "../../src/feedback/feedback-row.ts";
import { createLog } from "../../src/log.ts";
import { createKnownSecrets } from "../../src/outgoing/known-secrets.ts";
import { handleFeedback } from "../../src/worker/feedback/handle-feedback.ts";
import { addJob, addProject, feedbackOf, type SceneJob } from "./feedback-scene.ts";
import type { HostScript, ScriptedHost } from "./scripted-host.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

export let store: TestDatabase;
export const log = createLog({ level: "silent", pretty: false });
export const knownSecrets = createKnownSecrets();
export const signal = new AbortController().signal;
export const all = { feedback: { followUps: "all" } } as const;

export const writes: HostScript = { canWrite: async () => true };

export function handle({ openProjectHost }: ScriptedHost): Promise<void> {
  return handleFeedback({ database: store.database, log, knownSecrets, openProjectHost }, signal);
}

export async function newJob(
  columns: Record<string, unknown> & { state?: "open" | "merged" | "closed" } = {},
) {
  return await addJob(store.database, await addProject(store.database, all), columns);
}

export async function addFeedback(job: SceneJob, said: Partial<Said> = {}): Promise<void> {
  const whole = { kind: "comment", author: "writer", text: "Shorter?", isCut: false, url: "", ...said };
  await store.database.pool.query(
    "insert into host_feedback (project_id, job_id, number, kind, said) values ($1, $2, $3, $4, $5)",
    [job.projectId, job.id, job.number, whole.kind, JSON.stringify(whole)],
  );
}

/** Makes everything that waits due now, as if time had passed. */
export async function letTimePass(): Promise<void> {
  await store.database.pool.query("update host_feedback set due_at = clock_timestamp()");
}

export async function messagesOf(job: SceneJob): Promise<{ prompt: string; turn: number }[]> {
  const { rows } = await store.database.pool.query(
    "select data ->> 'prompt' as prompt, (data ->> 'turn')::integer as turn from job_events where job_id = $1 and kind = 'message' order by seq",
    [job.id],
  );
  return rows;
}

export async function statesOf(job: SceneJob): Promise<string[]> {
  return (await feedbackOf(store.database, job)).map(({ state }) => state);
}

/** In every file that uses the scene, at its top. */
export function useFeedbackStore(): void {
  beforeAll(async () => {
    store = await createTestDatabase();
  });
  afterEach(async () => {
    await store.database.pool.query("truncate projects cascade");
  });
  afterAll(async () => {
    await store.drop();
  });
}
