import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addJob, addProject, feedbackOf, stateOf } from "../../../test/helpers/feedback-scene.ts";
import { readTestWebhook, sendDelivery, webhookSecret } from "../../../test/helpers/host-webhook.ts";
import { startTestServer, type TestServer, tally } from "../../../test/helpers/test-server.ts";
import type { HostDelivery, HostEvent } from "../../code-hosts/webhook-types.ts";
import { problemSchema } from "../openapi/problem-schema.ts";

let server: TestServer;
/** Projects with a webhook secret. */
const secrets = new Map<string, string>();
let seen: HostDelivery | null = null;

beforeAll(async () => {
  server = await startTestServer({
    async openWebhook(projectId) {
      const secret = secrets.get(projectId);
      if (secret === undefined) return null;
      const read: typeof readTestWebhook = (delivery, given) => {
        seen = delivery;
        return readTestWebhook(delivery, given);
      };
      return { read, secret, login: null };
    },
  });
});

afterAll(() => server.close());

const all = { feedback: { followUps: "all" } } as const;

async function newJob() {
  const projectId = await addProject(server.store.database, all);
  secrets.set(projectId, webhookSecret);
  return await addJob(server.store.database, projectId);
}

function merge({ number, branch }: { number: number; branch: string }): HostEvent {
  return { kind: "pull_request", number, state: "merged", branch };
}

function comment({ number }: { number: number }): HostEvent {
  return { kind: "comment", number, author: "writer", text: "Shorter?", url: "" };
}

async function codeOf(answer: Response): Promise<string> {
  const { code } = problemSchema.parse(await answer.json());
  return `${answer.status} ${code}`;
}

test("a signed delivery takes effect before it is answered", async () => {
  const job = await newJob();
  const answer = await sendDelivery(server.url, job.projectId, { events: [comment(job), merge(job)] });
  expect([answer.status, await answer.json()]).toEqual([200, { repeated: false }]);
  expect(await stateOf(server.store.database, job)).toBe("merged");
  expect(await feedbackOf(server.store.database, job)).toHaveLength(1);
});

test("the module gets the bytes as they came, whatever their type, and the headers in lower case", async () => {
  const { projectId } = await newJob();
  for (const contentType of [
    "application/json; charset=latin1",
    "text/plain",
    "application/cloudevents+json",
  ]) {
    const body = `{ "events":\t[], "a":"\u00e9${contentType}" }\n`;
    expect((await sendDelivery(server.url, projectId, { body, contentType })).status).toBe(200);
    expect(seen?.body.toString("utf8")).toBe(body);
    expect(seen?.headers["content-type"]).toBe(contentType);
  }
});

describe("a forged delivery is 401 and changes nothing", () => {
  test.each([
    ["another secret", { secret: "guessed" }],
    ["an empty secret", { secret: "" }],
  ])("signed with %s", async (_how, forged) => {
    const job = await newJob();
    const answer = await sendDelivery(server.url, job.projectId, { events: [merge(job)], ...forged });
    expect(await codeOf(answer)).toBe("401 invalid_signature");
    expect(await stateOf(server.store.database, job)).toBe("open");
  });

  test("signed with the secret of another project", async () => {
    const [job, other] = [await newJob(), await newJob()];
    secrets.set(other.projectId, "the other's secret");
    const answer = await sendDelivery(server.url, other.projectId, { events: [merge(job)] });
    expect(await codeOf(answer)).toBe("401 invalid_signature");
  });

  test("and does not use up the id of a genuine one", async () => {
    const job = await newJob();
    const delivery = { events: [merge(job)], deliveryId: "mine" };
    await sendDelivery(server.url, job.projectId, { ...delivery, secret: "guessed" });
    expect(await (await sendDelivery(server.url, job.projectId, delivery)).json()).toEqual({
      repeated: false,
    });
  });
});

test("a project without a webhook secret and one that does not exist are refused alike", async () => {
  const without = await addProject(server.store.database);
  const empty = await addProject(server.store.database);
  secrets.set(empty, "");
  const answers: unknown[] = [];
  for (const id of [without, empty, "prj_0123456789abcdefghijkl", "%00", "x"]) {
    const answer = await sendDelivery(server.url, id, {});
    const { requestId, instance, ...problem } = problemSchema.parse(await answer.json());
    answers.push(problem);
  }
  expect(answers[0]).toMatchObject({ status: 404, code: "project_not_found" });
  for (const answer of answers) expect(answer).toEqual(answers[0]);
});

describe("a delivery that is sent again is answered 200 and changes nothing", () => {
  test("under the same id, also many times at once", async () => {
    const job = await newJob();
    const delivery = { events: [comment(job), merge(job)], deliveryId: "again" };
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => sendDelivery(server.url, job.projectId, delivery)),
    );
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 16 });
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as { repeated: boolean }[];
    expect(tally(bodies.map(({ repeated }) => repeated))).toEqual({ true: 15, false: 1 });
    expect(await feedbackOf(server.store.database, job)).toHaveLength(1);
  });

  test("replayed under an id that nobody signed", async () => {
    const job = await newJob();
    const body = JSON.stringify({ events: [comment(job)] });
    const answers = [
      await sendDelivery(server.url, job.projectId, { body }),
      await sendDelivery(server.url, job.projectId, { body }),
    ];
    expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([
      { repeated: false },
      { repeated: true },
    ]);
    expect(await feedbackOf(server.store.database, job)).toHaveLength(1);
  });
});

test("two deliveries at once both take effect, the newest word on the pull request being the merge", async () => {
  const job = await newJob();
  const others = Array.from({ length: 8 }, (_, n) => ({
    events: [{ ...comment(job), text: `Comment ${n}` }],
  }));
  const states = ["closed", "open", "open"].map((state) => ({
    events: [{ ...merge(job), state }] as HostEvent[],
  }));
  await Promise.all(others.map((delivery) => sendDelivery(server.url, job.projectId, delivery)));
  await Promise.all(
    [...states, { events: [merge(job)] }].map((delivery) =>
      sendDelivery(server.url, job.projectId, delivery),
    ),
  );
  expect(await feedbackOf(server.store.database, job)).toHaveLength(8);
  expect(await stateOf(server.store.database, job)).toBe("merged");
});

describe("a body", () => {
  test("of 1 MiB is taken, one byte more is 413 with the limit", async () => {
    const { projectId } = await newJob();
    const body = (bytes: number) => `{"events":[],"padding":"${"a".repeat(bytes - 26)}"}`;
    expect((await sendDelivery(server.url, projectId, { body: body(1024 * 1024) })).status).toBe(200);
    const answer = await sendDelivery(server.url, projectId, { body: body(1024 * 1024 + 1) });
    expect(await answer.json()).toMatchObject({
      ...{ status: 413, code: "body_too_large", detail: "The delivery is larger than 1 MiB." },
    });
  });

  test("that is a form is refused with what to choose instead", async () => {
    const { projectId } = await newJob();
    const answer = await sendDelivery(server.url, projectId, {
      body: `payload=${encodeURIComponent("{}")}`,
      contentType: "application/x-www-form-urlencoded",
    });
    expect(await answer.json()).toMatchObject({
      ...{ status: 415, code: "unsupported_media_type", detail: expect.stringContaining("application/json") },
    });
  });

  test("that is no JSON is 400, and none at all too", async () => {
    const { projectId } = await newJob();
    expect(await codeOf(await sendDelivery(server.url, projectId, { body: "{" }))).toBe(
      "400 invalid_request",
    );
    const none = await fetch(`${server.url}/v2/hooks/${projectId}`, { method: "POST" });
    expect(await codeOf(none)).toBe("400 invalid_request");
  });
});

test("other routes still take 64 KiB of JSON and nothing else", async () => {
  const project = await server.newProject();
  const form = await project.create("prompt=x", { "content-type": "application/x-www-form-urlencoded" });
  expect(await codeOf(form)).toBe("415 unsupported_media_type");
  const large = await project.create(JSON.stringify({ prompt: "x".repeat(70_000) }));
  expect(await codeOf(large)).toBe("413 body_too_large");
});

test("a delivery does not get 200 while the store is unavailable", async () => {
  const job = await newJob();
  const { pool } = server.store.database;
  await pool.query(
    "create function die() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$",
  );
  await pool.query("create trigger die before insert on host_deliveries for each row execute function die()");
  const delivery = { events: [merge(job)], deliveryId: "first" };
  expect(await codeOf(await sendDelivery(server.url, job.projectId, delivery))).toBe("503 unavailable");
  await pool.query("drop trigger die on host_deliveries");
  expect(await (await sendDelivery(server.url, job.projectId, delivery)).json()).toEqual({ repeated: false });
});
