import { describe, expect, test } from "vitest";
import { addJob, feedbackOf, rowOf } from "../../../test/helpers/feedback-scene.ts";
import {
  addFeedback,
  handle,
  letTimePass,
  messagesOf,
  newJob,
  statesOf,
  store,
  useFeedbackStore,
  writes,
} from "../../../test/helpers/handle-feedback-scene.ts";
import { createScriptedHost } from "../../../test/helpers/scripted-host.ts";
import type { Said } from "../../feedback/feedback-row.ts";

useFeedbackStore();

describe("a comment of somebody who may push", () => {
  test("begins the job's next turn, and is acknowledged on the pull request", async () => {
    const job = await newJob();
    const host = createScriptedHost(writes);
    await addFeedback(job, { path: "guide.md", line: 3 } as Partial<Said>);
    await handle(host);
    expect(host.askedAbout).toEqual(["writer"]);
    expect(host.opened[0]).toMatchObject({ projectId: job.projectId, host: "gitea", credentials: null });
    const [message, ...none] = await messagesOf(job);
    expect([message!.turn, none]).toEqual([2, []]);
    expect(message!.prompt).toContain("> Shorter?");
    expect(message!.prompt).toContain('line 3 of the file "guide.md"');
    const row = await rowOf(store.database, job, "status, reason, turn, turn_prompt as prompt");
    expect(row).toEqual({ status: "active", reason: "queued", turn: 2, prompt: message!.prompt });
    expect([...host.comments]).toEqual([[`${job.number} follow-up-2`, expect.stringContaining("`writer`")]]);
    expect(await feedbackOf(store.database, job)).toMatchObject([{ state: "done", turn: 2 }]);
    const { rows } = await store.database.pool.query("select operation from rate_uses");
    expect(rows).toEqual([{ operation: "message" }]);
  });

  test("reaches a running turn, and one notice names everything that the turn was told", async () => {
    const job = await newJob({ status: "active", reason: "running", lease: "l" });
    const host = createScriptedHost(writes);
    for (const author of ["one", "two", "three", "four"]) await addFeedback(job, { author, text: author });
    await handle(host);
    expect((await messagesOf(job)).map(({ turn }) => turn)).toEqual([1, 1, 1, 1]);
    expect(await rowOf(store.database, job, "status, reason, lease, turn")).toEqual({
      ...{ status: "active", reason: "running", lease: "l", turn: 1 },
    });
    expect([...host.comments.keys()]).toEqual([`${job.number} follow-up-1`]);
    for (const author of ["one", "two", "three", "four"])
      expect(host.comments.get(`${job.number} follow-up-1`)).toContain(`\`${author}\``);
  });
});

test("a notice that overtook a more complete one is written again", async () => {
  const job = await newJob({ status: "active", reason: "running", lease: "l" });
  await addFeedback(job, { author: "one" });
  await addFeedback(job, { author: "two" });
  const isFuller = Promise.withResolvers<void>();
  let calls = 0;
  const host = createScriptedHost({
    ...writes,
    async canWrite(login) {
      // The second follow-up arrives while the notice of the first is on its way.
      if (login === "two") await expect.poll(() => calls).toBe(1);
      return true;
    },
    async comment(_number, { body }) {
      calls += 1;
      if (!body.includes("`two`")) await isFuller.promise;
      else setTimeout(isFuller.resolve, 100);
    },
  });
  await handle(host);
  expect(calls).toBe(3);
  expect(host.comments.get(`${job.number} follow-up-1`)).toMatch(/`one`.*`two`/s);
});

test("a failed check needs no author", async () => {
  const job = await newJob();
  const host = createScriptedHost();
  await addFeedback(job, { kind: "check_failed", name: "docs/build", commit: "c" } as Partial<Said>);
  await handle(host);
  expect([host.askedAbout, await statesOf(job)]).toEqual([[], ["done"]]);
  expect((await messagesOf(job))[0]!.prompt).toContain("docs/build");
});

describe("feedback is refused without a message to the job or the pull request", () => {
  test.each([
    ["of somebody who may only read", {}, {}, "may not push"],
    ["for an archived job", { status: "archived" }, writes, "archived"],
    ["when the pull request was merged meanwhile", { state: "merged" }, writes, "no longer open"],
  ] as const)("%s", async (_when, columns, script, why) => {
    const job = await newJob(columns);
    const host = createScriptedHost({ canWrite: async () => false, ...script });
    await addFeedback(job);
    await handle(host);
    const [feedback] = await feedbackOf(store.database, job);
    expect(feedback).toMatchObject({ state: "refused", note: expect.stringContaining(why) });
    expect([await messagesOf(job), host.comments.size]).toEqual([[], 0]);
    await letTimePass();
    await handle(createScriptedHost());
    expect(await statesOf(job)).toEqual(["refused"]);
  });

  test("if the project has switched follow-ups off meanwhile", async () => {
    const job = await newJob();
    await addFeedback(job);
    await store.database.pool.query("update projects set settings = '{}'");
    await handle(createScriptedHost(writes));
    expect([await statesOf(job), await messagesOf(job)]).toEqual([["refused"], []]);
  });
});

describe("a job's automatic follow-ups", () => {
  test("are at most five in 24 hours, even if many workers send at once", async () => {
    const job = await newJob();
    for (let n = 0; n < 12; n += 1) await addFeedback(job, { text: `Comment ${n}` });
    await Promise.all(Array.from({ length: 4 }, () => handle(createScriptedHost(writes))));
    expect(await messagesOf(job)).toHaveLength(5);
    expect(Map.groupBy(await statesOf(job), String).get("dropped")).toHaveLength(7);
    await store.database.pool.query("update host_feedback set taken_at = taken_at - interval '24 hours'");
    await addFeedback(job, { text: "The next day" });
    await handle(createScriptedHost(writes));
    expect(await messagesOf(job)).toHaveLength(6);
  });

  test("are not used up by people who may not push", async () => {
    const job = await newJob();
    for (let n = 0; n < 8; n += 1) await addFeedback(job, { author: "reader", text: `Comment ${n}` });
    await addFeedback(job, { text: "Mine" });
    await handle(createScriptedHost({ canWrite: async (login) => login === "writer" }));
    expect((await messagesOf(job)).map(({ prompt }) => prompt)).toEqual([expect.stringContaining("> Mine")]);
  });

  test("are not used up by feedback that the job could not take", async () => {
    const job = await newJob({ status: "archived" });
    for (let n = 0; n < 5; n += 1) await addFeedback(job, { text: `Comment ${n}` });
    await handle(createScriptedHost(writes));
    expect(await statesOf(job)).toEqual(Array.from({ length: 5 }, () => "refused"));
    await store.database.pool.query("update jobs set status = 'completed'");
    await addFeedback(job, { text: "Mine" });
    await handle(createScriptedHost(writes));
    expect(await messagesOf(job)).toHaveLength(1);
  });

  test("are counted separately for each job", async () => {
    const job = await newJob();
    const other = await addJob(store.database, job.projectId);
    for (let n = 0; n < 6; n += 1) await addFeedback(job, { text: `Comment ${n}` });
    await addFeedback(other);
    await handle(createScriptedHost(writes));
    expect([(await messagesOf(job)).length, (await messagesOf(other)).length]).toEqual([5, 1]);
  });
});

test("the message limit makes feedback wait until a message is free", async () => {
  const job = await newJob();
  await addFeedback(job);
  const use =
    "insert into rate_uses select $1, 'message', clock_timestamp() - interval '59 minutes' from generate_series(1, 100)";
  await store.database.pool.query(use, [job.projectId]);
  await handle(createScriptedHost(writes));
  const { rows } = await store.database.pool.query(
    "select state, failures, (due_at - clock_timestamp()) between interval '50 s' and interval '70 s' as waits from host_feedback",
  );
  expect(rows).toEqual([{ state: "pending", failures: 0, waits: true }]);
  await store.database.pool.query("delete from rate_uses");
  await letTimePass();
  await handle(createScriptedHost(writes));
  expect([await statesOf(job), (await messagesOf(job)).length]).toEqual([["done"], 1]);
});
