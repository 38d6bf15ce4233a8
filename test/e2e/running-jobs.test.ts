import { expect, test } from "vitest";
import type { JobRecord } from "../../src/jobs/record.ts";
import type { Script } from "../helpers/scripted-model-server.ts";
import {
  answerWith,
  api,
  changes,
  diffOf,
  followUp,
  model,
  post,
  project,
  show,
  useTurnsScene,
  wait,
  worker,
} from "../helpers/turns-scene.ts";

useTurnsScene();

function held(then: Script) {
  const asked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const script: Script = async (index, request) => {
    if (!request.messages.some(({ role }) => role === "assistant")) {
      asked.resolve();
      await release.promise;
    }
    return await then(index, request);
  };
  return { script, asked: asked.promise, release: release.resolve };
}

test("a running job hears a message before its next step", async () => {
  const gate = held(changes("Line 9 of", "Line nine of", "Spell nine"));
  answerWith(gate.script);
  const [id] = await project.createJobs(api.url, 1, () => "Spell the nine");
  await gate.asked;
  const response = await post(`/job/${id}/message`, { prompt: "Mind the commas" });
  expect(await response.json()).toMatchObject({ status: "active", reason: "running" });
  gate.release();
  expect(await wait(id!)).toMatchObject({ status: "completed" });
  expect(model.requests).toHaveLength(3);
  expect(JSON.stringify(model.requests[0])).not.toContain("Mind the commas");
  expect(JSON.stringify(model.requests[1])).toContain("Mind the commas");
  expect(JSON.stringify(model.requests[2]).split("Mind the commas")).toHaveLength(2);
});

test("a running job that has just finished goes on with a message that came too late for its last step", async () => {
  const plain = changes("Line 10 of", "Line ten of", "Spell ten");
  let sent: Promise<Response> | undefined;
  let id: string | undefined;
  answerWith(async (index, request) => {
    const answer = await plain(index, request);
    if (answer.calls?.[0]?.name === "finish" && sent === undefined) {
      sent = post(`/job/${id}/message`, { prompt: "One more thing" });
      await sent;
    }
    return answer;
  });
  [id] = await project.createJobs(api.url, 1, () => "Spell the ten");
  const record = await wait(id!);
  expect((await sent)?.status).toBe(200);
  const { rows } = await project.store.database.pool.query(
    "select turn, turn_prompt from jobs where id = $1",
    [id],
  );
  expect(rows).toEqual([{ turn: 2, turn_prompt: "One more thing" }]);
  expect(record).toMatchObject({ status: "completed" });
});

test("a running job is cancelled at once, its model call is stopped, its patch kept, and a message goes on with it", async () => {
  const held = Promise.withResolvers<void>();
  const plain = changes("Line 11 of", "Line eleven of", "Spell eleven");
  answerWith(async (index, request) => {
    const answer = await plain(index, request);
    if (answer.calls?.[0]?.name !== "finish") return answer;
    held.resolve();
    return await new Promise(() => undefined);
  });
  const [id] = await project.createJobs(api.url, 1, () => "Spell the eleven");
  await held.promise;
  const response = await post(`/job/${id}/cancel`);
  expect(await response.json()).toMatchObject({ status: "failed", reason: "cancelled", prLink: null });
  await expect.poll(() => diffOf(id!)).toContain("+Line eleven of");

  answerWith(changes("Line 0 of", "Line zero of", "Spell zero"));
  const second = await followUp(id!, "Go on, and spell the zero");
  expect(second).toMatchObject({ status: "completed", reason: "pull_request_opened" });
  expect(await show(second)).toMatch(/Line zero of[\s\S]*Line eleven of/);
});

test("a running job is stopped by its time limit, with the patch kept", async () => {
  const plain = changes("Line 0 of", "Line nought of", "Spell");
  answerWith(async (index, request) => {
    const answer = await plain(index, request);
    return answer.calls?.[0]?.name === "finish" ? await new Promise(() => undefined) : answer;
  });
  const response = await post("/job", { prompt: "Spell", budget: { timeoutSeconds: 2 } });
  const record = await wait(((await response.json()) as JobRecord).id);
  expect(record).toMatchObject({ status: "failed", reason: "timed_out" });
  expect(await diffOf(record.id)).toContain("+Line nought of");
});

test.each([
  [{ maxSteps: 2 }, /2 steps/],
  [{ maxTokens: 250 }, /of at most 250 tokens/],
  [{ maxCostUsd: 0.1 }, /price of this model is not known/],
])("a running job is stopped by its budget %j, with its usage and patch kept", async (budget, message) => {
  answerWith(changes("Line 0 of", "Line nil of", "Spell"));
  const response = await post("/job", { prompt: "Spell", budget });
  const record = await wait(((await response.json()) as JobRecord).id);
  expect(record).toMatchObject({ status: "failed", reason: "budget_exceeded" });
  expect(record.message).toMatch(message);
  if (record.usage.steps > 0) expect(await diffOf(record.id)).toContain("+Line nil of");
});

test("a queued job is cancelled without having run", async () => {
  await worker.end();
  const [id] = await project.createJobs(api.url, 1, () => "Never");
  const response = await post(`/job/${id}/cancel`);
  expect(await response.json()).toMatchObject({ status: "failed", reason: "cancelled" });
  const { rows } = await project.store.database.pool.query(
    "select is_queued(jobs)::integer as entries from jobs where id = $1",
    [id],
  );
  expect(rows).toEqual([{ entries: 0 }]);
});
