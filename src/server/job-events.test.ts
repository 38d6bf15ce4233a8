import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventExamples } from "../../test/helpers/event-examples.ts";
import { startTestServer, type TestProject, type TestServer } from "../../test/helpers/test-server.ts";
import { revokeApiKey } from "../api-keys/revoke-api-key.ts";
import { type EventKind, recordVersion } from "../jobs/events.ts";

let server: TestServer;
let project: TestProject;

beforeAll(async () => {
  server = await startTestServer();
  project = await server.newProject();
});

afterAll(() => server.close());

const query = async (text: string, values: unknown[] = []) =>
  (await server.store.database.pool.query(text, values)).rows;

async function newJob(owner = project): Promise<string> {
  return ((await (await owner.create({ prompt: "x" })).json()) as { id: string }).id;
}

async function add(jobId: string, kind: EventKind, data: unknown = eventExamples[kind]): Promise<void> {
  await query(
    `with job as (update jobs set event_seq = event_seq + 1 where id = $1 returning id, event_seq)
     insert into job_events (job_id, seq, kind, data, version) select id, event_seq, $2, $3, $4 from job`,
    [jobId, kind, JSON.stringify(data), recordVersion],
  );
}

async function end(jobId: string): Promise<void> {
  await query(
    `with job as (
       update jobs set status = 'completed', reason = 'no_changes', event_seq = event_seq + 1
       where id = $1 returning id, event_seq)
     insert into job_events (job_id, seq, kind, data, version) select id, event_seq, 'completed', $2, $3 from job`,
    [jobId, JSON.stringify(eventExamples.completed), recordVersion],
  );
}

const follow = (jobId: string, headers: Record<string, string> = {}, owner = project) =>
  owner.get(`/${jobId}/events`, { accept: "text/event-stream", ...headers });

/** Reads the whole stream and returns the numbers and kinds of its events. */
async function readStream(answer: Response): Promise<[number, string][]> {
  const text = await answer.text();
  return [...text.matchAll(/^id: (\d+)\nevent: (\S+)\ndata: (.*)$/gm)].map(([, id, kind, data]) => {
    expect(JSON.parse(data!)).toMatchObject({ seq: Number(id), kind });
    return [Number(id), kind!];
  });
}

/** Resolves once the stream has sent the words, with a promise of its end. */
async function readUntil(answer: Response, words: string): Promise<{ end: Promise<void> }> {
  const said = Promise.withResolvers<void>();
  const end = (async () => {
    let text = "";
    for await (const chunk of answer.body!) {
      text += new TextDecoder().decode(chunk);
      if (text.includes(words)) said.resolve();
    }
  })();
  await Promise.race([said.promise, end.then(() => said.reject(new Error("the stream ended too soon")))]);
  return { end };
}

test("events come in pages, oldest first", async () => {
  const id = await newJob();
  for (const kind of ["started", "prepared", "committed"] as const) await add(id, kind);
  const first = (await (await project.get(`/${id}/events?limit=2`)).json()) as { nextAfter: number };
  expect(first).toMatchObject({
    data: [
      { seq: 1, kind: "created" },
      { seq: 2, kind: "started" },
    ],
    nextAfter: 2,
  });
  const rest = await (await project.get(`/${id}/events?limit=50&after=${first.nextAfter}`)).json();
  expect(rest).toMatchObject({
    data: [{ seq: 3 }, { seq: 4, data: eventExamples.committed }],
    nextAfter: null,
  });
});

test.each(["limit=0", "limit=1001", "after=-1", "after=x", "colour=red"])(
  "%s is invalid_request",
  async (text) => {
    const answer = await project.get(`/${await newJob()}/events?${text}`);
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: "invalid_request" }]);
  },
);

test("a stream has every event once, in order, and ends with the job", async () => {
  const id = await newJob();
  const answer = await follow(id);
  expect(answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  const reading = readStream(answer);
  for (let n = 0; n < 20; n += 1) {
    await add(id, "tool_result", { n, text: "two\nlines" });
    if (n % 7 === 0) await sleep(120);
  }
  await end(id);
  const events = await reading;
  expect(events.map(([seq]) => seq)).toEqual(Array.from({ length: 22 }, (_, n) => n + 1));
  expect(events.at(-1)).toEqual([22, "completed"]);
});

test("a client that returns with Last-Event-ID gets the rest", async () => {
  const id = await newJob();
  for (const kind of ["started", "prepared"] as const) await add(id, kind);
  await end(id);
  expect(await readStream(await follow(id, { "last-event-id": "2" }))).toEqual([
    [3, "prepared"],
    [4, "completed"],
  ]);
});

test("an ended job without further events gets 204, so that nobody reconnects", async () => {
  const id = await newJob();
  await end(id);
  expect((await follow(id, { "last-event-id": "2" })).status).toBe(204);
});

test("a client that prefers JSON gets a page, and Vary tells caches so", async () => {
  const answer = await follow(await newJob(), { accept: "text/event-stream;q=0.1, application/json" });
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(answer.headers.get("vary")).toBe("Accept");
});

test("HEAD returns at once, even for the stream of an active job", async () => {
  const answer = await fetch(`${project.jobs}/${await newJob()}/events`, {
    method: "HEAD",
    headers: { authorization: `Bearer ${project.key}`, accept: "text/event-stream" },
  });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    "text/event-stream; charset=utf-8",
  ]);
});

test("a Last-Event-ID that is no number is invalid_request", async () => {
  expect((await follow(await newJob(), { "last-event-id": "abc" })).status).toBe(400);
});

test("another project's job, and a missing key, are refused as usual", async () => {
  const other = await server.newProject();
  expect((await follow(await newJob(), {}, other)).status).toBe(404);
  const bare = await fetch(`${project.jobs}/${await newJob()}/events`, {
    headers: { accept: "text/event-stream" },
  });
  expect(bare.status).toBe(401);
});

test("a key that is revoked ends the streams that it opened", async () => {
  const owner = await server.newProject();
  const answer = await follow(await newJob(owner), {}, owner);
  const [{ id }] = await query("select id from api_keys where project_id = $1", [owner.id]);
  const { end } = await readUntil(answer, "event: created");
  await revokeApiKey(server.store, owner.id, id);
  await end;
});

test("when the server stops, its streams end", async () => {
  const own = await startTestServer();
  const owner = await own.newProject();
  const { id } = (await (await owner.create({ prompt: "x" })).json()) as { id: string };
  const { end } = await readUntil(await follow(id, {}, owner), "event: created");
  await own.close();
  await end;
});

test("the path of the stream gives the same stream, whatever type is asked for", async () => {
  const id = await newJob();
  await add(id, "started");
  await end(id);
  const [byPath, byType] = await Promise.all([
    project.get(`/${id}/events/stream?after=1`, { accept: "application/json" }),
    project.get(`/${id}/events?after=1`, { accept: "text/event-stream" }),
  ]);
  expect(byPath.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(await byPath.text()).toBe(await byType.text());
  expect((await project.get(`/${id}/events/stream?after=3`)).status).toBe(204);
  expect((await project.get(`/${id}/events/stream?limit=3`)).status).toBe(400);
});

test("an event that this version cannot read is returned under a kind of its own, with what is stored", async () => {
  const id = await newJob();
  await add(id, "prompt", { words: "of another version" });
  const { data } = (await (await project.get(`/${id}/events?after=1`)).json()) as { data: unknown[] };
  expect(data).toMatchObject([
    { kind: "unreadable", data: { kind: "prompt", stored: { words: "of another version" } } },
  ]);
});
