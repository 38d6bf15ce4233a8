import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/helpers/test-database.ts";
import { silentLog } from "../../test/helpers/test-server.ts";
import { jobRecord } from "../jobs/record-schema.ts";
import { createGuardedFetch } from "../network/guard-fetch.ts";
import { createProject } from "../projects/create-project.ts";
import { createSecretBox } from "../secrets/secret-box.ts";
import { createWebhook } from "./create-webhook.ts";
import { type Deliverer, startDeliverer } from "./deliver-webhooks.ts";
import { listDeliveries } from "./list-deliveries.ts";
import { enableWebhook, listWebhooks, replayDelivery, rotateWebhookSecret } from "./manage-webhook.ts";

let store: TestDatabase;
const secretBox = createSecretBox(Buffer.alloc(32, 9));
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  store = await createTestDatabase();
});

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

afterAll(() => store.drop());

interface Received {
  headers: Record<string, string>;
  body: string;
}

/** A receiver that answers the nth call as given, else with 204. */
async function startReceiver(
  answer: (n: number, response: ServerResponse, request: IncomingMessage) => unknown,
) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks).toString(),
    });
    if (answer(received.length, response, request) !== true) return;
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received };
}

function start(
  options: { allowPrivate?: boolean; timeoutMs?: number; retrySeconds?: number[] } = {},
): Deliverer {
  const { allowPrivate = true, timeoutMs, retrySeconds = Array(11).fill(0.05) } = options;
  const fetch = createGuardedFetch({ allowPrivate });
  const times = { retrySeconds, timeoutMs, lookMs: 50 };
  const deliverer = startDeliverer({ ...store, secretBox, log: silentLog(), fetch, ...times });
  closing.unshift(() => deliverer.close());
  return deliverer;
}

const query = async (text: string, values: unknown[] = []) =>
  (await store.database.pool.query(text, values)).rows;

let jobs = 0;

/** Creates a project with a webhook and a running job. */
async function scene(url: string, events?: string[]) {
  const { id: projectId } = await createProject(store, { name: "Docs", repository: "/srv/docs" });
  const { secret, record } = await createWebhook({ ...store, secretBox }, projectId, { url, events });
  jobs += 1;
  const jobId = `job_${String(jobs).padStart(22, "0")}`;
  await query(
    `insert into jobs (id, project_id, status, reason, prompt, repository, branch, model)
     values ($1, $2, 'active', 'running', 'p', '/srv/docs', $3, 'copydesk/chores')`,
    [jobId, projectId, `copydesk/${jobId}`],
  );
  const address = { projectId, webhookId: record.id };
  return {
    ...{ address, jobId, secret, projectId },
    set: (change: string) => query(`update jobs set ${change} where id = $1`, [jobId]),
    log: async () => (await listDeliveries(store, address)).data,
  };
}

const pullRequest = (state: string) =>
  `pull_request = '{"number": 7, "url": "https://host/7", "state": "${state}", "branch": "b"}'`;
const complete = "status = 'completed', reason = 'no_changes'";

test("reports each change of a job once, signed as in Standard Webhooks 1.0", async () => {
  const { url, received } = await startReceiver(() => true);
  const { set, secret, jobId, projectId } = await scene(url);
  start();
  await set(`${complete}, ${pullRequest("open")}`);
  await expect.poll(() => received.length).toBe(2);
  await set("updated_at = now()");
  await set("status = 'archived', archived_at = now()");
  await set("status = 'completed', archived_at = null");
  await set(pullRequest("merged"));
  await expect.poll(() => received.length).toBe(4);
  await sleep(200);
  const said = received.map(({ headers, body }) => new Webhook(secret).verify(body, headers)) as {
    type: string;
    data: { projectId: string; job: Record<string, unknown> };
  }[];
  const types = ["job.archived", "job.completed", "pull_request.merged", "pull_request.opened"];
  expect(said.map(({ type }) => type).sort()).toEqual(types);
  for (const { data } of said) {
    expect(data.projectId).toBe(projectId);
    expect(jobRecord.parse(data.job)).toMatchObject({ id: jobId });
  }
  expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(4);
});

test("reports only subscribed events, and none of other projects", async () => {
  const { url, received } = await startReceiver(() => true);
  const one = await scene(url, ["job.failed"]);
  const other = await scene(url, ["pull_request.closed"]);
  start();
  await one.set(complete);
  await other.set(pullRequest("closed"));
  await expect.poll(() => received.length).toBe(1);
  expect(JSON.parse(received[0]!.body).type).toBe("pull_request.closed");
});

test("never reports what is rolled back", async () => {
  const { url, received } = await startReceiver(() => true);
  const { jobId, log } = await scene(url);
  start();
  const client = await store.database.pool.connect();
  await client.query("begin");
  await client.query(`update jobs set ${complete} where id = $1`, [jobId]);
  await client.query("rollback");
  client.release();
  await sleep(300);
  expect([received.length, await log()]).toEqual([0, []]);
});

test("sends the same bytes with the same id to a receiver that fails five times, until it accepts them", async () => {
  const { url, received } = await startReceiver((n, response) => {
    if (n > 5) return true;
    response.writeHead(n % 2 === 0 ? 503 : 500).end(`no ${n}`);
  });
  const { set, log } = await scene(url);
  start();
  await set(complete);
  await expect.poll(async () => (await log())[0]?.state).toBe("delivered");
  expect(received).toHaveLength(6);
  expect(new Set(received.map(({ headers, body }) => `${headers["webhook-id"]} ${body}`)).size).toBe(1);
  const [delivery] = await log();
  expect(delivery!.attempts.map(({ status, response }) => [status, response])).toEqual([
    [500, "no 1"],
    [503, "no 2"],
    [500, "no 3"],
    [503, "no 4"],
    [500, "no 5"],
    [204, ""],
  ]);
});

test("treats a redirect to loopback as a failure, without following it", async () => {
  const inner = await startReceiver(() => true);
  const { url } = await startReceiver((_, response) => {
    response.writeHead(302, { location: inner.url }).end();
  });
  const { set, log } = await scene(url);
  start({ retrySeconds: [] });
  await set(complete);
  await expect.poll(async () => (await log())[0]?.state).toBe("failed");
  expect((await log())[0]!.attempts).toMatchObject([{ status: 302 }]);
  expect(inner.received).toEqual([]);
});

test.each(["http://127.0.0.1:9/", "http://10.0.0.1/hook", "http://[::1]/", "http://localhost/"])(
  "%s is not called unless the operator allows private addresses",
  async (url) => {
    const { set, log } = await scene(url);
    start({ allowPrivate: false, retrySeconds: [] });
    await set(complete);
    await expect.poll(async () => (await log())[0]?.state).toBe("failed");
    expect((await log())[0]!.attempts).toMatchObject([
      { status: null, error: expect.stringContaining("may not be contacted") },
    ]);
  },
);

test("gives up on a receiver that hangs and retries; others do not wait for it", async () => {
  const hanging = await startReceiver((n) => (n > 2 ? true : undefined));
  const quick = await startReceiver(() => true);
  const one = await scene(hanging.url);
  const two = await scene(quick.url);
  start({ timeoutMs: 600 });
  await one.set(complete);
  await two.set(complete);
  await expect.poll(() => quick.received.length).toBe(1);
  await expect.poll(async () => (await one.log())[0]?.state).toBe("delivered");
  const late = { status: null, error: "The receiver did not answer within 0.6 s." };
  // On a busy machine, a call that is answered may be late as well.
  const { attempts } = (await one.log())[0]!;
  expect(attempts.slice(0, 2)).toMatchObject([late, late]);
  expect(attempts.at(-1)).toMatchObject({ status: 204, error: null });
});

test("reads and stores only the beginning of a slow receiver's long answer", async () => {
  const { url } = await startReceiver((_, response) => {
    response.writeHead(200).write("x".repeat(700));
    setTimeout(() => response.end("y".repeat(1_000_000)), 100);
  });
  const { set, log } = await scene(url);
  start();
  await set(complete);
  await expect.poll(async () => (await log())[0]?.state).toBe("delivered");
  expect((await log())[0]!.attempts[0]!.response).toHaveLength(1_024);
});

test("repeats a delivery whose process died a minute later, in any other process", async () => {
  const { url, received } = await startReceiver(() => true);
  const { set, log } = await scene(url);
  await set(complete);
  await query(
    "update webhook_deliveries set attempts = 1, due_at = clock_timestamp() + interval '60 seconds'",
  );
  start();
  await sleep(300);
  expect(received).toHaveLength(0);
  await query("update webhook_deliveries set due_at = clock_timestamp()");
  await expect.poll(async () => (await log())[0]?.state).toBe("delivered");
});

test("delivers each message once with several concurrent processes", async () => {
  const { url, received } = await startReceiver(() => true);
  const scenes = await Promise.all(Array.from({ length: 12 }, () => scene(url)));
  for (let n = 0; n < 4; n += 1) start();
  await Promise.all(scenes.map(({ set }) => set(complete)));
  await expect.poll(() => received.length).toBe(12);
  await sleep(300);
  expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(12);
  expect(received).toHaveLength(12);
});

test("signs with both secrets after a rotation, and with just the new one after the overlap", async () => {
  const { url, received } = await startReceiver(() => true);
  const { set, address, secret, log } = await scene(url);
  const rotated = await rotateWebhookSecret({ ...store, secretBox }, address, { overlapHours: 1 });
  start();
  await set(complete);
  await expect.poll(async () => (await log())[0]?.state).toBe("delivered");
  for (const valid of [secret, rotated.secret]) {
    new Webhook(valid).verify(received[0]!.body, received[0]!.headers);
  }
  const last = await rotateWebhookSecret({ ...store, secretBox }, address, { overlapHours: 0 });
  const [delivery] = await log();
  await replayDelivery(store, { ...address, deliveryId: delivery!.id });
  await expect.poll(() => received.length).toBe(2);
  expect(received[1]!.headers["webhook-id"]).toBe(received[0]!.headers["webhook-id"]);
  new Webhook(last.secret).verify(received[1]!.body, received[1]!.headers);
  expect(() => new Webhook(rotated.secret).verify(received[1]!.body, received[1]!.headers)).toThrow();
});

test("disables a webhook after five days of failures; once enabled again, it gets what is due", async () => {
  let takes = false;
  const { url, received } = await startReceiver((_, response) => {
    if (takes) return true;
    response.writeHead(500).end();
  });
  const { set, address, projectId, log } = await scene(url);
  start({ retrySeconds: [0.05, 0.05, 600] });
  await query("update webhooks set failing_since = now() - interval '121 hours' where id = $1", [
    address.webhookId,
  ]);
  await set(complete);
  await expect.poll(async () => (await listWebhooks(store, projectId))[0]!.disabledAt).not.toBeNull();
  expect((await listWebhooks(store, projectId))[0]!.disabledReason).toContain("5 days");
  const calls = received.length;
  await query("update webhook_deliveries set due_at = clock_timestamp()");
  await sleep(300);
  expect(received).toHaveLength(calls);
  takes = true;
  await enableWebhook(store, address);
  await expect.poll(async () => (await log())[0]?.state).toBe("delivered");
  expect((await listWebhooks(store, projectId))[0]).toMatchObject({ disabledAt: null, failingSince: null });
});

test("never calls again after 410 Gone", async () => {
  const { url, received } = await startReceiver((_, response) => void response.writeHead(410).end());
  const { set, projectId } = await scene(url);
  start();
  await set(complete);
  await expect.poll(async () => (await listWebhooks(store, projectId))[0]!.disabledReason).toContain("410");
  expect(received).toHaveLength(1);
});

test.each([
  { url: "ftp://example.com" },
  { url: "https://user:secret@example.com" },
  { url: "https://example.com", events: [] },
  { url: "https://example.com", events: ["job.started"] },
  { url: "https://example.com", colour: "red" },
])("%j is invalid_request", async (input) => {
  const { id } = await createProject(store, { name: "Docs", repository: "/srv/docs" });
  await expect(createWebhook({ ...store, secretBox }, id, input)).rejects.toMatchObject({
    code: "invalid_request",
  });
});
