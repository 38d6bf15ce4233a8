import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { endWithTests } from "../../../test/helpers/end-with-tests.ts";
import { eventKinds, rowOf, type SceneJob } from "../../../test/helpers/feedback-scene.ts";
import {
  addFeedback,
  handle,
  knownSecrets,
  letTimePass,
  log,
  messagesOf,
  newJob,
  statesOf,
  store,
  useFeedbackStore,
  writes,
} from "../../../test/helpers/handle-feedback-scene.ts";
import { createScriptedHost } from "../../../test/helpers/scripted-host.ts";
import { handleFeedback } from "./handle-feedback.ts";

useFeedbackStore();

describe("a host that fails", () => {
  const broken = { canWrite: async () => Promise.reject(new Error("502 Bad Gateway")) };

  async function failures() {
    const { rows } = await store.database.pool.query(
      "select state, failures, note, round(extract(epoch from due_at - clock_timestamp()))::integer as seconds from host_feedback",
    );
    return rows[0];
  }

  test("is retried at growing intervals, for an hour at most", async () => {
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

  test("when asked to comment does not repeat the follow-up, and gets the comment later", async () => {
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

  test("does not delay the feedback of others", async () => {
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
  test("if many workers look at once", async () => {
    const jobs = await Promise.all(Array.from({ length: 10 }, () => newJob()));
    for (const job of jobs) await addFeedback(job);
    await Promise.all(Array.from({ length: 6 }, () => handle(createScriptedHost(writes))));
    for (const job of jobs)
      expect([await statesOf(job), (await messagesOf(job)).length]).toEqual([["done"], 1]);
  });

  test("if a worker comes back so late that another one has done its work", async () => {
    const job = await newJob();
    await addFeedback(job);
    const goOn = Promise.withResolvers<boolean>();
    const late = createScriptedHost({ canWrite: () => goOn.promise });
    const lateDone = handle(late);
    await expect.poll(() => late.askedAbout).toContain("writer");
    const another = createScriptedHost(writes);
    // Lanes of the late worker that look only now may claim it first, and then wait as well.
    await expect
      .poll(async () => {
        await letTimePass();
        await handle(another);
        return await statesOf(job);
      })
      .toEqual(["done"]);
    goOn.resolve(true);
    await lateDone;
    expect([await statesOf(job), (await messagesOf(job)).length, late.comments.size]).toEqual([
      ["done"],
      1,
      0,
    ]);
  });

  test("if its worker is killed between sending and marking", async () => {
    const job = await newJob();
    await addFeedback(job, { text: "Killed?" });
    const { pool } = store.database;
    await pool.query(
      "create function stand() returns trigger language plpgsql as $$ begin perform pg_sleep(600); return new; end $$",
    );
    await pool.query(
      "create trigger stand before update on host_feedback for each row when (new.state = 'sent') execute function stand()",
    );
    const program = join(import.meta.dirname, "../../../test/fixtures/feedback-worker.ts");
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

  test("or abandoned if it is too old for its message to be recognised by its key", async () => {
    const job = await newJob();
    await addFeedback(job);
    await store.database.pool.query(
      "update host_feedback set taken_at = clock_timestamp() - interval '23 hours 1 second'",
    );
    await handle(createScriptedHost(writes));
    expect([await statesOf(job), await messagesOf(job)]).toEqual([["failed"], []]);
  });
});

test("a worker that ends leaves unfinished feedback to the next at once, and nothing counts as failed", async () => {
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

  test("is reported on the pull request, once, with its reason, even after the host was unreachable", async () => {
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

  test("because people cancelled it, or before it was heard, is not reported", async () => {
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
