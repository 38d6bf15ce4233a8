import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { endWithTests } from "../../test/helpers/end-with-tests.ts";
import {
  addJob,
  addProject,
  eventKinds,
  feedbackOf,
  rowOf,
  type SceneJob,
} from "../../test/helpers/feedback-scene.ts";
import { createScriptedHost, type HostScript, type ScriptedHost } from "../../test/helpers/scripted-host.ts";
import { createTestDatabase, type TestDatabase } from "../../test/helpers/test-database.ts";
import type { Said } from "../feedback/feedback-row.ts";
import { createLog } from "../log.ts";
import { createKnownSecrets } from "../outgoing/known-secrets.ts";
import { handleFeedback } from "./handle-feedback.ts";

let store: TestDatabase;
const log = createLog({ level: "silent", pretty: false });
const knownSecrets = createKnownSecrets();
const signal = new AbortController().signal;
const all = { feedback: { followUps: "all" } } as const;

beforeAll(async () => {
  store = await createTestDatabase();
});

afterEach(async () => {
  await store.database.pool.query("truncate projects cascade");
});

afterAll(async () => {
  await store.drop();
});

const writes: HostScript = { canWrite: async () => true };

function handle({ openProjectHost }: ScriptedHost): Promise<void> {
  return handleFeedback({ database: store.database, log, knownSecrets, openProjectHost }, signal);
}

async function newJob(columns: Record<string, unknown> & { state?: "open" | "merged" | "closed" } = {}) {
  return await addJob(store.database, await addProject(store.database, all), columns);
}

async function addFeedback(job: SceneJob, said: Partial<Said> = {}): Promise<void> {
  const whole = { kind: "comment", author: "writer", text: "Shorter?", isCut: false, url: "", ...said };
  await store.database.pool.query(
    "insert into host_feedback (project_id, job_id, number, kind, said) values ($1, $2, $3, $4, $5)",
    [job.projectId, job.id, job.number, whole.kind, JSON.stringify(whole)],
  );
}

/** Makes everything that waits due now, as if time had passed. */
async function letTimePass(): Promise<void> {
  await store.database.pool.query("update host_feedback set due_at = clock_timestamp()");
}

async function messagesOf(job: SceneJob): Promise<{ prompt: string; turn: number }[]> {
  const { rows } = await store.database.pool.query(
    "select data ->> 'prompt' as prompt, (data ->> 'turn')::integer as turn from job_events where job_id = $1 and kind = 'message' order by seq",
    [job.id],
  );
  return rows;
}

async function statesOf(job: SceneJob): Promise<string[]> {
  return (await feedbackOf(store.database, job)).map(({ state }) => state);
}

describe("a comment of somebody who may push", () => {
  test("begins the job's next turn, and the pull request is told", async () => {
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

  test("is heard by a running turn, and one notice names all that the turn was told", async () => {
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

test("a notice that overtook a fuller one is written again", async () => {
  const job = await newJob({ status: "active", reason: "running", lease: "l" });
  await addFeedback(job, { author: "one" });
  await addFeedback(job, { author: "two" });
  const isFuller = Promise.withResolvers<void>();
  let calls = 0;
  const host = createScriptedHost({
    ...writes,
    async canWrite(login) {
      // The second follow-up comes while the notice of the first is on its way.
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

describe("feedback is refused, and says nothing to the job nor to the pull request", () => {
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

  test("when the project has switched follow-ups off meanwhile", async () => {
    const job = await newJob();
    await addFeedback(job);
    await store.database.pool.query("update projects set settings = '{}'");
    await handle(createScriptedHost(writes));
    expect([await statesOf(job), await messagesOf(job)]).toEqual([["refused"], []]);
  });
});

describe("a job's automatic follow-ups", () => {
  test("are at most five in 24 hours, also when many workers send at once", async () => {
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

  test("are counted for each job apart", async () => {
    const job = await newJob();
    const other = await addJob(store.database, job.projectId);
    for (let n = 0; n < 6; n += 1) await addFeedback(job, { text: `Comment ${n}` });
    await addFeedback(other);
    await handle(createScriptedHost(writes));
    expect([(await messagesOf(job)).length, (await messagesOf(other)).length]).toEqual([5, 1]);
  });
});

test("the limit on messages makes feedback wait until one is free", async () => {
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

describe("a host that fails", () => {
  const broken = { canWrite: async () => Promise.reject(new Error("502 Bad Gateway")) };

  async function failures() {
    const { rows } = await store.database.pool.query(
      "select state, failures, note, round(extract(epoch from due_at - clock_timestamp()))::integer as seconds from host_feedback",
    );
    return rows[0];
  }

  test("is asked again later and later, and for an hour at most", async () => {
    const job = await newJob();
    await addFeedback(job);
    for (const seconds of [5, 10, 20, 40]) {
      await handle(createScriptedHost(broken));
      expect(await failures()).toMatchObject({ state: "pending", seconds, note: "502 Bad Gateway" });
      await letTimePass();
    }
    await store.database.pool.query(
      "update host_feedback set failing_since = failing_since - interval '61 minutes'",
    );
    await handle(createScriptedHost(broken));
    expect(await failures()).toMatchObject({ state: "failed", note: "502 Bad Gateway" });
    expect(await messagesOf(job)).toEqual([]);
  });

  test("when it is to tell the pull request has the follow-up sent once, and is told later", async () => {
    const job = await newJob();
    await addFeedback(job);
    const comment = async () => Promise.reject(new Error("no comment"));
    for (let n = 0; n < 3; n += 1) {
      await handle(createScriptedHost({ ...writes, comment }));
      expect(await statesOf(job)).toEqual(["sent"]);
      await letTimePass();
    }
    const host = createScriptedHost();
    await handle(host);
    expect([await statesOf(job), (await messagesOf(job)).length, host.comments.size]).toEqual([
      ["done"],
      1,
      1,
    ]);
  });

  test("does not hold up the feedback of others", async () => {
    const [job, other] = [await newJob(), await newJob()];
    await addFeedback(job, { author: "slow" });
    await addFeedback(other);
    const goOn = Promise.withResolvers<boolean>();
    const host = createScriptedHost({
      canWrite: (login) => (login === "slow" ? goOn.promise : Promise.resolve(true)),
    });
    const done = handle(host);
    await expect.poll(() => statesOf(other)).toEqual(["done"]);
    expect(await statesOf(job)).toEqual(["pending"]);
    goOn.resolve(true);
    await done;
    expect(await statesOf(job)).toEqual(["done"]);
  });
});

describe("a follow-up is sent exactly once", () => {
  test("when many workers look at once", async () => {
    const jobs = await Promise.all(Array.from({ length: 10 }, () => newJob()));
    for (const job of jobs) await addFeedback(job);
    await Promise.all(Array.from({ length: 6 }, () => handle(createScriptedHost(writes))));
    for (const job of jobs)
      expect([await statesOf(job), (await messagesOf(job)).length]).toEqual([["done"], 1]);
  });

  test("when a worker comes back so late that another one has done its work", async () => {
    const job = await newJob();
    await addFeedback(job);
    const goOn = Promise.withResolvers<boolean>();
    const late = createScriptedHost({ canWrite: () => goOn.promise });
    const lateDone = handle(late);
    await expect.poll(() => late.askedAbout).toEqual(["writer"]);
    await letTimePass();
    await handle(createScriptedHost(writes));
    goOn.resolve(true);
    await lateDone;
    expect([await statesOf(job), (await messagesOf(job)).length, late.comments.size]).toEqual([
      ["done"],
      1,
      0,
    ]);
  });

  test("when its worker is killed between sending and marking", async () => {
    const job = await newJob();
    await addFeedback(job, { text: "Killed?" });
    const { pool } = store.database;
    await pool.query(
      "create function stand() returns trigger language plpgsql as $$ begin perform pg_sleep(600); return new; end $$",
    );
    await pool.query(
      "create trigger stand before update on host_feedback for each row when (new.state = 'sent') execute function stand()",
    );
    const program = join(import.meta.dirname, "../../test/fixtures/feedback-worker.ts");
    const worker = endWithTests(fork(program, [store.url]));
    await expect.poll(() => messagesOf(job)).toHaveLength(1);
    const stands =
      "select pid from pg_stat_activity where query like '%update host_feedback as feedback%' and wait_event = 'PgSleep' and datname = current_database()";
    await expect.poll(async () => (await pool.query(stands)).rowCount).toBe(1);
    worker.kill("SIGKILL");
    await once(worker, "exit");
    await pool.query(`select pg_terminate_backend(pid) from (${stands}) as standing`);
    await pool.query("drop trigger stand on host_feedback; drop function stand");
    expect(await statesOf(job)).toEqual(["pending"]);
    await letTimePass();
    const host = createScriptedHost(writes);
    await handle(host);
    expect([await statesOf(job), host.comments.size]).toEqual([["done"], 1]);
    expect(await eventKinds(store.database, job)).toEqual(["message"]);
    expect(await rowOf(store.database, job, "turn")).toEqual({ turn: 2 });
  });

  test("or given up when it is too old for the message to be known by its key", async () => {
    const job = await newJob();
    await addFeedback(job);
    await store.database.pool.query(
      "update host_feedback set taken_at = clock_timestamp() - interval '23 hours 1 second'",
    );
    await handle(createScriptedHost(writes));
    expect([await statesOf(job), await messagesOf(job)]).toEqual([["failed"], []]);
  });
});

test("a worker that ends leaves what it could not finish to the next at once, and nothing counts as failed", async () => {
  const job = await newJob();
  await addFeedback(job);
  const stop = new AbortController();
  const host = createScriptedHost({
    async canWrite() {
      stop.abort();
      throw new Error("aborted");
    },
  });
  await handleFeedback(
    { database: store.database, log, knownSecrets, openProjectHost: host.openProjectHost },
    stop.signal,
  );
  await handle(createScriptedHost(writes));
  expect([await statesOf(job), (await messagesOf(job)).length]).toEqual([["done"], 1]);
});

describe("a follow-up that fails", () => {
  async function failTurn(job: SceneJob, columns: string): Promise<void> {
    await store.database.pool.query(
      `update jobs set status = 'failed', lease = null, ${columns} where id = $1`,
      [job.id],
    );
  }

  test("is told to the pull request, once, with its reason, after a host that could not be reached too", async () => {
    const job = await newJob();
    await addFeedback(job);
    await addFeedback(job, { author: "other" });
    await handle(createScriptedHost(writes));
    await failTurn(job, "reason = 'model_error', message = 'The provider refuses the key.'");
    await letTimePass();
    const down = createScriptedHost({
      ...writes,
      async comment() {
        throw new Error("away");
      },
    });
    await handle(down);
    const host = createScriptedHost(writes);
    await handle(host);
    expect(host.comments.size).toBe(0);
    await letTimePass();
    await handle(host);
    expect([...host.comments.keys()]).toEqual([`${job.number} follow-up-failed-2`]);
    const body = host.comments.get(`${job.number} follow-up-failed-2`);
    expect(body).toContain("`model_error`");
    expect(body).toContain("> The provider refuses the key.");
    host.comments.clear();
    await letTimePass();
    await handle(host);
    expect(host.comments.size).toBe(0);
  });

  test("because people cancelled it, or before it was heard, is told to nobody", async () => {
    const job = await newJob();
    await addFeedback(job);
    await handle(createScriptedHost(writes));
    await failTurn(job, "reason = 'cancelled'");
    await letTimePass();
    const host = createScriptedHost(writes);
    await handle(host);
    expect(host.comments.size).toBe(0);
  });
});
