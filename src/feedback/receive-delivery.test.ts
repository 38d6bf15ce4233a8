import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asClean } from "../../test/helpers/as-clean.ts";
import {
  addJob,
  addProject,
  eventKinds,
  feedbackOf,
  headCommit,
  rowOf,
  type SceneJob,
  stateOf,
} from "../../test/helpers/feedback-scene.ts";
import { readTestWebhook, webhookSecret } from "../../test/helpers/host-webhook.ts";
import { listWorker } from "../../test/helpers/list-worker.ts";
import { createTestDatabase, type TestDatabase } from "../../test/helpers/test-database.ts";
import type { HostEvent } from "../code-hosts/webhook-types.ts";
import { appendEvent } from "../jobs/lease/append-event.ts";
import { claimJob } from "../jobs/lease/claim-job.ts";
import { finishJob } from "../jobs/lease/finish-job.ts";
import { noUsage } from "../jobs/record.ts";
import { ownWords } from "../outgoing/clean-text.ts";
import { feedbackChannel } from "../store/channels.ts";
import { listen } from "../store/listen.ts";
import type { FeedbackSettings } from "../store/project-settings.ts";
import { receiveDelivery } from "./receive-delivery.ts";

let store: TestDatabase;

beforeAll(async () => {
  store = await createTestDatabase();
});

afterAll(async () => {
  await store.drop();
});

let deliveries = 0;

async function deliver(projectId: string, events: HostEvent[], id?: string): Promise<boolean> {
  deliveries += 1;
  const deliveryId = id ?? `delivery-${deliveries}`;
  const body = Buffer.from(JSON.stringify({ events, of: deliveryId }));
  const signature = createHmac("sha256", webhookSecret).update(body).digest("hex");
  const headers = { "x-signature": signature, "x-delivery": deliveryId };
  const openWebhook = async () => ({ read: readTestWebhook, secret: webhookSecret, login: "docs-bot" });
  const { repeated } = await receiveDelivery({ database: store.database, openWebhook }, projectId, {
    headers,
    body,
  });
  return repeated;
}

type State = "open" | "merged" | "closed";

const told = ({ number, branch }: SceneJob, state: State): HostEvent => ({
  kind: "pull_request",
  number,
  state,
  branch,
});

const comment = ({ number }: SceneJob, more: { author?: string; text?: string } = {}): HostEvent => ({
  kind: "comment",
  number,
  author: "writer",
  text: "@copydesk shorter, please",
  url: "https://git.example/acme/docs/pulls/1#c1",
  ...more,
});

const failedCheck = (
  { branch }: SceneJob,
  more: { commit?: string; name?: string; text?: string; branch?: string } = {},
): HostEvent => ({
  kind: "check_failed",
  branch,
  commit: headCommit,
  name: "docs/build",
  text: "2 broken links",
  url: "https://ci.example/1",
  ...more,
});

async function isDoubted(job: SceneJob): Promise<boolean> {
  const { at } = await rowOf<{ at: Date | null }>(store.database, job, "pull_request_doubted_at as at");
  return at !== null;
}

describe("the state of a pull request", () => {
  test.each(["merged", "closed"] as const)("%s is recorded with an event and a new time", async (state) => {
    const job = await addJob(store.database, await addProject(store.database));
    const columns = "status, reason, pull_request as pr, updated_at::text as at";
    const before = await rowOf<{ at: string }>(store.database, job, columns);
    await deliver(job.projectId, [told(job, state)]);
    const row = await rowOf<{ at: string }>(store.database, job, columns);
    expect(row.at > before.at).toBe(true);
    expect(row).toMatchObject({ status: "completed", reason: "pull_request_opened", pr: { state } });
    expect(await eventKinds(store.database, job)).toEqual(["pull_request_state"]);
    await deliver(job.projectId, [told(job, state)]);
    expect(await eventKinds(store.database, job)).toEqual(["pull_request_state"]);
  });

  test("merged stays merged, whatever is delivered late, and is never in doubt", async () => {
    const job = await addJob(store.database, await addProject(store.database));
    for (const state of ["merged", "open", "closed"] as const)
      await deliver(job.projectId, [told(job, state)]);
    expect(await stateOf(store.database, job)).toBe("merged");
    expect(await isDoubted(job)).toBe(false);
    expect(await eventKinds(store.database, job)).toEqual(["pull_request_state"]);
  });

  test("an open after a close may be late: the close stays, and the state is read from the host later", async () => {
    const job = await addJob(store.database, await addProject(store.database), { state: "closed" });
    await deliver(job.projectId, [told(job, "open")]);
    expect([await stateOf(store.database, job), await isDoubted(job)]).toEqual(["closed", true]);
  });

  test("of another job, another project or an earlier pull request of the branch changes nothing", async () => {
    const [one, other] = [await addProject(store.database), await addProject(store.database)];
    const job = await addJob(store.database, one);
    await deliver(other, [told(job, "merged")]);
    await deliver(one, [{ ...told(job, "merged"), number: job.number + 100_000 } as HostEvent]);
    expect([await stateOf(store.database, job), await isDoubted(job)]).toEqual(["open", false]);
  });

  test("is not taken from a fork's branch of the same name", async () => {
    const job = await addJob(store.database, await addProject(store.database));
    const foreign = { ...told(job, "closed"), number: job.number + 100_000, branch: `eve:${job.branch}` };
    await deliver(job.projectId, [foreign as HostEvent]);
    expect(await stateOf(store.database, job)).toBe("open");
  });

  test("wakes the workers that handle the consequences", async () => {
    const job = await addJob(store.database, await addProject(store.database));
    const woken = Promise.withResolvers<void>();
    const listener = listen(store.database, feedbackChannel, () => woken.resolve());
    await listener.ready;
    await deliver(job.projectId, [told(job, "merged")]);
    await woken.promise;
    await listener.close();
  });
});

describe("a running turn", () => {
  async function runTurn(columns: Record<string, unknown>) {
    await listWorker(store.database, "worker_1");
    const job = await addJob(store.database, await addProject(store.database), {
      status: "active",
      reason: "queued",
      ...columns,
    });
    const claimed = await claimJob({ database: store.database }, "worker_1");
    if (claimed?.id !== job.id) throw new Error("another job was claimed");
    return { job, claimed };
  }

  const result = {
    status: "completed",
    reason: "no_changes",
    message: ownWords(""),
    title: null,
    checks: null,
  } as const;

  test("continues under its lease when its pull request is merged, and its lost answers are still found", async () => {
    const { job, claimed } = await runTurn({});
    const event = { kind: "prompt", data: asClean({}) } as const;
    const before = await appendEvent(store.database, claimed, event, { token: "one" });
    await deliver(job.projectId, [told(job, "merged")]);
    expect(await appendEvent(store.database, claimed, event, { token: "one" })).not.toBeNull();
    const after = await appendEvent(store.database, claimed, event, { token: "two" });
    expect(after!.seq).toBe(before!.seq + 2);
    expect(await eventKinds(store.database, job)).toEqual(["prompt", "pull_request_state", "prompt"]);
    expect(await rowOf(store.database, job, "status, reason, lease")).toEqual({
      ...{ status: "active", reason: "running", lease: claimed.lease },
    });
  });

  test("that ends with an older state leaves it in doubt", async () => {
    const { job, claimed } = await runTurn({});
    await deliver(job.projectId, [told(job, "merged")]);
    const pullRequest = { number: job.number, url: "u", state: "open", branch: job.branch } as const;
    await finishJob({ database: store.database }, claimed, {
      ...result,
      pullRequest,
      patch: null,
      usage: noUsage,
    });
    expect([await stateOf(store.database, job), await isDoubted(job)]).toEqual(["open", true]);
  });

  test("whose pull request is merged before its number is known leaves it in doubt", async () => {
    const { job } = await runTurn({ pull_request: null });
    await deliver(job.projectId, [told(job, "open")]);
    expect(await isDoubted(job)).toBe(false);
    await deliver(job.projectId, [told(job, "merged")]);
    expect(await isDoubted(job)).toBe(true);
  });
});

describe("what becomes feedback", () => {
  const mention = "@docs-bot look";
  const rules: [FeedbackSettings["followUps"] | null, string, HostEvent["kind"], number][] = [
    [null, mention, "comment", 0],
    ["off", mention, "comment", 0],
    ["mentions", mention, "comment", 1],
    ["mentions", "look", "comment", 0],
    ["mentions", mention, "check_failed", 1],
    ["mentions", "2 broken links", "check_failed", 0],
    ["all", "look", "comment", 1],
    ["all", "2 broken links", "check_failed", 1],
    ["all", "Mine <!-- copydesk:topic=a -->", "comment", 0],
  ];

  test.each(rules)(
    "with follow-ups %s and the text %j a %s makes %i",
    async (followUps, text, kind, count) => {
      const settings = followUps === null ? {} : { feedback: { followUps } };
      const job = await addJob(store.database, await addProject(store.database, settings));
      await deliver(job.projectId, [
        kind === "comment" ? comment(job, { text }) : failedCheck(job, { text }),
      ]);
      const feedback = await feedbackOf(store.database, job);
      expect(feedback.map(({ state, said }) => [state, said.kind, said.text])).toEqual(
        Array.from({ length: count }, () => ["pending", kind, text]),
      );
    },
  );

  const all = { feedback: { followUps: "all" } } as const;

  test.each([
    [
      "Copydesk's own comment",
      {},
      (job: SceneJob) => comment(job, { text: "@copydesk\n\n<!-- copydesk:topic=follow-up-2 -->" }),
    ],
    ["a comment on a merged pull request", { state: "merged" }, comment],
    ["a failed check of a closed pull request", { state: "closed" }, failedCheck],
    ["a comment on a number that no job has", {}, (job: SceneJob) => ({ ...comment(job), number: 999_999 })],
    [
      "a failed check of an older commit",
      {},
      (job: SceneJob) => failedCheck(job, { commit: "d".repeat(40) }),
    ],
    ["a failed check of another branch", {}, (job: SceneJob) => failedCheck(job, { branch: "main" })],
  ] as [string, { state?: State }, (job: SceneJob) => HostEvent][])(
    "%s makes none",
    async (_what, columns, event) => {
      const job = await addJob(store.database, await addProject(store.database, all), columns);
      await deliver(job.projectId, [event(job)]);
      expect(await feedbackOf(store.database, job)).toEqual([]);
    },
  );

  test("a failed check counts if the host reports only the commit, or the fork before the branch", async () => {
    const job = await addJob(store.database, await addProject(store.database, all));
    await deliver(job.projectId, [failedCheck(job, { branch: "", name: "one" })]);
    await deliver(job.projectId, [failedCheck(job, { branch: `docs-bot:${job.branch}`, name: "two" })]);
    expect((await feedbackOf(store.database, job)).map(({ said }) => said.name)).toEqual(["one", "two"]);
  });

  test("a check that fails again on the same commit adds nothing", async () => {
    const job = await addJob(store.database, await addProject(store.database, all));
    await deliver(job.projectId, [failedCheck(job), failedCheck(job, { name: "links" })]);
    await deliver(job.projectId, [failedCheck(job)]);
    expect(await feedbackOf(store.database, job)).toHaveLength(2);
  });
});

describe("a repeated delivery", () => {
  const all = { feedback: { followUps: "all" } } as const;

  test("changes nothing, even if sent many times at once", async () => {
    const job = await addJob(store.database, await addProject(store.database, all));
    const events = [comment(job), told(job, "closed")];
    const repeated = await Promise.all(
      Array.from({ length: 12 }, () => deliver(job.projectId, events, "the same")),
    );
    expect(repeated.filter((again) => !again)).toHaveLength(1);
    expect(await feedbackOf(store.database, job)).toHaveLength(1);
    expect(await eventKinds(store.database, job)).toEqual(["pull_request_state"]);
  });

  test("is recognised for seven days in its project, and then forgotten", async () => {
    const [one, other] = [await addProject(store.database), await addProject(store.database)];
    expect(await deliver(one, [], "an id")).toBe(false);
    expect(await deliver(other, [], "an id")).toBe(false);
    expect(await deliver(one, [], "an id")).toBe(true);
    const age = "update host_deliveries set received_at = received_at - make_interval(secs => $1)";
    await store.database.pool.query(age, [7 * 86_400 - 60]);
    expect(await deliver(one, [], "an id")).toBe(true);
    await store.database.pool.query(age, [61]);
    expect(await deliver(one, [], "an id")).toBe(false);
  });

  test("is stored with all its consequences or not at all", async () => {
    const job = await addJob(store.database, await addProject(store.database, all));
    const { pool } = store.database;
    await pool.query(
      "alter table host_feedback add constraint no_poison check (said ->> 'text' <> 'poison')",
    );
    const events = [told(job, "closed"), comment(job, { text: "fine" }), comment(job, { text: "poison" })];
    // The close comes last: feedback is accepted only for open pull requests.
    events.push(events.shift()!);
    await expect(deliver(job.projectId, events, "poisoned")).rejects.toThrow("no_poison");
    await pool.query("alter table host_feedback drop constraint no_poison");
    expect([await stateOf(store.database, job), await feedbackOf(store.database, job)]).toEqual(["open", []]);
    expect(await deliver(job.projectId, events, "poisoned")).toBe(false);
    expect(await stateOf(store.database, job)).toBe("closed");
    expect(await feedbackOf(store.database, job)).toHaveLength(2);
  });
});
