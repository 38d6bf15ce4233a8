import { afterAll, beforeAll, expect, test } from "vitest";
import { addJob, addProject, feedbackOf, rowOf, stateOf } from "../../../test/helpers/feedback-scene.ts";
import { createScriptedHost, type HostScript } from "../../../test/helpers/scripted-host.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/helpers/test-database.ts";
import type { ToldEvent } from "../../feedback/keep-feedback.ts";
import { storeDelivery } from "../../feedback/receive-delivery.ts";
import { createLog } from "../../log.ts";
import { createKnownSecrets } from "../../outgoing/known-secrets.ts";
import { startFeedback } from "./start-feedback.ts";

let store: TestDatabase;
const log = createLog({ level: "silent", pretty: false });
const knownSecrets = createKnownSecrets();

beforeAll(async () => {
  store = await createTestDatabase();
});

afterAll(async () => {
  await store.drop();
});

function start(script: HostScript) {
  const host = createScriptedHost(script);
  const { openProjectHost } = host;
  const deleted: string[] = [];
  const running = startFeedback({
    ...{ database: store.database, log, knownSecrets, openProjectHost, allowPrivateAddresses: true },
    async deleteBranch({ branch }) {
      deleted.push(branch);
      return "deleted";
    },
  });
  return { host, deleted, close: () => running.close() };
}

const slow = { interval: 100 };

let deliveries = 0;

async function deliver(projectId: string, event: ToldEvent): Promise<void> {
  deliveries += 1;
  const id = String(deliveries);
  await storeDelivery(store.database, {
    projectId,
    deliveryId: id,
    bodyHash: Buffer.from(id),
    events: [event],
  });
}

function said(number: number): ToldEvent {
  const words = { kind: "comment", author: "writer", text: "Shorter?", isCut: false, url: "" } as const;
  return { kind: "comment", number, id: null, said: words, isMention: false };
}

test("a delivery's consequences are handled at once: follow-up, branch, waiting jobs", async () => {
  // Nobody's turn to look is due: only the notification can have woken it.
  await store.database.pool.query("update chores set looked_at = 'infinity'");
  const feedback = start({
    canWrite: async () => true,
    getPullRequest: async (number) => ({ number, url: "u", state: "merged", branch: "b" }),
  });
  const settings = { feedback: { followUps: "all" }, pullRequests: { deleteBranch: true } } as const;
  const projectId = await addProject(store.database, { ...settings, maxOpenPullRequests: 1 });
  const asked = await addJob(store.database, projectId);
  const merged = await addJob(store.database, projectId);
  const waiting = { status: "active", reason: "waiting_capacity", pull_request: null, head_commit: null };
  const waits = await addJob(store.database, projectId, waiting);
  // The first one may come before the listener is ready.
  await expect
    .poll(async () => {
      await deliver(projectId, said(asked.number));
      return feedback.host.comments.size;
    }, slow)
    .toBe(1);
  const states = async () => (await feedbackOf(store.database, asked)).map(({ state }) => state);
  await expect.poll(states, slow).toContain("done");
  await deliver(projectId, { kind: "pull_request", state: "merged", ...merged });
  await deliver(projectId, { kind: "pull_request", state: "closed", ...asked });
  await expect.poll(() => feedback.deleted, slow).toContain(merged.branch);
  await expect.poll(() => rowOf(store.database, waits, "reason"), slow).toEqual({ reason: "queued" });
  expect([await stateOf(store.database, merged), feedback.deleted.includes(asked.branch)]).toEqual([
    "merged",
    false,
  ]);
  await feedback.close();
  await store.database.pool.query("update chores set looked_at = '-infinity'");
});

test("feedback whose notification was lost is found by polling", async () => {
  const job = await addJob(
    store.database,
    await addProject(store.database, { feedback: { followUps: "all" } }),
  );
  const feedback = start({ canWrite: async () => true });
  await store.database.pool.query(
    "insert into host_feedback (project_id, job_id, number, kind, said) values ($1, $2, $3, 'comment', $4)",
    [
      job.projectId,
      job.id,
      job.number,
      JSON.stringify({ kind: "comment", author: "a", text: "", isCut: false, url: "" }),
    ],
  );
  await expect.poll(() => feedbackOf(store.database, job), slow).toMatchObject([{ state: "done" }]);
  await feedback.close();
});

test("nothing is begun after the close, which waits for the work under way", async () => {
  const job = await addJob(
    store.database,
    await addProject(store.database, { feedback: { followUps: "all" } }),
  );
  const stopped: AbortSignal[] = [];
  const { openProjectHost } = createScriptedHost();
  const running = startFeedback({
    ...{
      database: store.database,
      log,
      knownSecrets,
      allowPrivateAddresses: true,
      deleteBranch: async () => "gone",
    },
    openProjectHost(project, signal) {
      stopped.push(signal!);
      const host = openProjectHost(project, signal);
      const canWrite = () =>
        new Promise<never>((_, reject) => signal!.addEventListener("abort", () => reject(signal!.reason)));
      return { ...host, connection: { ...host.connection, canWrite } };
    },
  });
  await deliver(job.projectId, said(job.number));
  await expect.poll(() => stopped.length, slow).toBe(1);
  await running.close();
  expect(stopped[0]!.aborted).toBe(true);
  await deliver(job.projectId, { ...said(job.number), number: job.number } as ToldEvent);
  const states = (await feedbackOf(store.database, job)).map(({ state }) => state);
  expect([states, stopped.length]).toEqual([["pending", "pending"], 1]);
});
