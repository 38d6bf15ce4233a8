import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";
import { silentLog } from "../../test/helpers/test-server.ts";
import { make, push, send, store, useTriggerScene, work } from "../../test/helpers/trigger-scene.ts";
import { createGuardedFetch } from "../network/guard-fetch.ts";
import { createWebhook } from "../webhooks/create-webhook.ts";
import { startDeliverer } from "../webhooks/deliver-webhooks.ts";
import { listDeliveries } from "../webhooks/list-deliveries.ts";
import { triggerEvents } from "../webhooks/webhook-record.ts";

useTriggerScene();

interface Told {
  type: string;
  data: { trigger: object; jobId: string | null; joined: boolean; note: string; topic: string };
}

/** Receives the messages to a webhook of the project and verifies them as a receiver would. */
async function receive({ projectId, deps }: Awaited<ReturnType<typeof make>>, events: readonly string[]) {
  const told: Told[] = [];
  let verifier: Webhook;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    told.push(verifier.verify(body, request.headers as Record<string, string>) as Told);
    response.writeHead(204).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { secret, record } = await createWebhook(deps, projectId, { url, events });
  verifier = new Webhook(secret);
  const deliverer = startDeliverer({
    ...{ database: store.database, secretBox: deps.secretBox, log: silentLog() },
    fetch: createGuardedFetch({ allowPrivate: true }),
  });
  onTestFinished(async () => {
    await deliverer.close();
    server.close();
  });
  return { told, webhookId: record.id };
}

test("a webhook is told which job a trigger started, what it skipped and why, and that its budget is used up", async () => {
  const made = await make({
    ...{ kind: "source_change", name: "API", topic: "api {{ref}}", budget: { maxJobs: 1 } },
    settings: { refs: ["main"] },
  });
  const { told, webhookId } = await receive(made, triggerEvents);
  await send(made, { ...push("on another branch"), ref: "draft" }, "d1");
  await expect.poll(() => told.length).toBe(1);
  await send(made, push("first"), "d2");
  await work();
  await expect.poll(() => told.length).toBe(2);
  await send(made, push("second"), "d3");
  await work();
  await expect.poll(() => told.length).toBe(3);
  const trigger = { id: made.triggerId, name: "API", kind: "source_change" };
  const nothing = { projectId: made.projectId, trigger, jobId: null, joined: false };
  expect(told).toMatchObject([
    {
      type: "trigger.skipped",
      data: { ...nothing, topic: "api draft", note: "it happened on another branch or tag" },
    },
    {
      type: "trigger.started",
      data: { ...nothing, topic: "api main", jobId: expect.stringMatching(/^job_\w{22}$/), note: "" },
    },
    {
      type: "trigger.budget_used",
      data: { ...nothing, note: "the trigger has used its 1 jobs of this month" },
    },
  ]);
  const { data } = await listDeliveries(store, { projectId: made.projectId, webhookId });
  expect(data.map(({ type, jobId }) => [type, jobId]).toReversed()).toEqual(
    told.map((one) => [one.type, one.data.jobId]),
  );
});

test("reports that a prompt joined the job of its topic, says nothing about repeated deliveries, and sends only subscribed events", async () => {
  const made = await make({ kind: "source_change", topic: "api" });
  const { told } = await receive(made, ["trigger.started"]);
  await send(made, { ...push("x"), kind: "release" }, "d0");
  await send(made, push("first"), "d1");
  await work();
  await send(made, push("first"), "d1");
  await send(made, push("second"), "d2");
  await work();
  await expect.poll(() => told.length).toBe(2);
  expect(told.map(({ type, data: { joined } }) => [type, joined])).toEqual([
    ["trigger.started", false],
    ["trigger.started", true],
  ]);
  expect(told[1]!.data.jobId).toBe(told[0]!.data.jobId);
});
