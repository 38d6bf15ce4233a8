import { randomUUID } from "node:crypto";
import { userInfo } from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApiKey } from "../../src/api-keys/create-api-key.ts";
import { authorOfCommand } from "../../src/cli/author-of-command.ts";
import { setPullRequestState } from "../../src/feedback/set-pull-request-state.ts";
import { archiveIdleJobs } from "../../src/jobs/archive-idle-jobs.ts";
import type { AuthorRecord } from "../../src/jobs/author.ts";
import { eventKinds } from "../../src/jobs/event-kinds.ts";
import { recordVersion } from "../../src/jobs/events.ts";
import { claimJob } from "../../src/jobs/lease/claim-job.ts";
import { finishJob } from "../../src/jobs/lease/finish-job.ts";
import type { JobEventRecord } from "../../src/jobs/list-job-events.ts";
import { readEvent } from "../../src/jobs/read-event.ts";
import { noUsage } from "../../src/jobs/record.ts";
import { ownWords } from "../../src/outgoing/clean-text.ts";
import { createGate } from "../../src/outgoing/create-gate.ts";
import { createKnownSecrets } from "../../src/outgoing/known-secrets.ts";
import { writeBody } from "../../src/webhooks/deliver-webhooks.ts";
import { handleFeedback } from "../../src/worker/feedback/handle-feedback.ts";
import { createStoreLedger } from "../../src/worker/ledger.ts";
import { createCliStore, createTestCli, type TestCli } from "../helpers/cli-deps.ts";
import { listWorker } from "../helpers/list-worker.ts";
import { createScriptedHost } from "../helpers/scripted-host.ts";
import {
  projectAt,
  silentLog,
  startTestServer,
  type TestProject,
  type TestServer,
} from "../helpers/test-server.ts";

const knownSecrets = createKnownSecrets();
const instanceSecret = `Instance-${randomUUID()}`;
const log = silentLog();

let server: TestServer;
let cli: TestCli;
let creator: TestProject;
let other: TestProject;
let creatorAuthor: AuthorRecord;
let otherAuthor: AuthorRecord;

beforeAll(async () => {
  knownSecrets.learn(null, [instanceSecret]);
  server = await startTestServer({ knownSecrets });
  const { database } = server.store;
  cli = createTestCli({ openStore: async () => createCliStore(database) });
  const { id } = await server.newProject();
  [creator, creatorAuthor] = await newKey(id, "ci");
  [other, otherAuthor] = await newKey(id, "editors");
  await query("update projects set host = 'gitea', settings = $2 where id = $1", [
    ...[id, JSON.stringify({ feedback: { followUps: "all" } })],
  ]);
  await listWorker(database, "worker_1");
});

afterAll(async () => {
  await server.close();
});

const query = async (text: string, values: unknown[] = []) =>
  (await server.store.database.pool.query(text, values)).rows;

async function newKey(projectId: string, name: string): Promise<[TestProject, AuthorRecord]> {
  const { key, record } = await createApiKey(server.store, projectId, { name });
  return [projectAt(server.url, projectId, key), { kind: "api_key", id: record.id, name }];
}

async function create(by: TestProject, body = {}): Promise<string> {
  await query("delete from rate_uses");
  const response = await by.create({ prompt: "Fix it", ...body });
  expect(response.status).toBe(201);
  return ((await response.json()) as { id: string }).id;
}

async function post(by: TestProject, path: string, body?: unknown): Promise<void> {
  const headers = {
    authorization: `Bearer ${by.key}`,
    ...(body !== undefined && { "content-type": "application/json" }),
  };
  const response = await fetch(by.jobs + path, { method: "POST", headers, body: JSON.stringify(body) });
  expect(response.status).toBe(200);
}

async function end(id: string, columns = "status = 'completed', reason = 'no_changes'"): Promise<void> {
  await query(`update jobs set ${columns} where id = $1`, [id]);
}

async function run(...argv: string[]): Promise<string> {
  const { code, stdout, stderr } = await cli.run("job", ...argv, "--project", creator.id, "--json");
  expect(code, stderr).toBe(0);
  return (JSON.parse(stdout) as { id: string }).id;
}

async function createdBy(id: string): Promise<unknown> {
  return ((await (await creator.get(`/${id}`)).json()) as { createdBy: unknown }).createdBy;
}

async function events(id: string): Promise<JobEventRecord[]> {
  return ((await (await creator.get(`/${id}/events`)).json()) as { data: JobEventRecord[] }).data;
}

const pullRequest = '{"number": 7, "url": "https://host/7", "state": "open", "branch": "b"}';

async function hear(id: string, said: Record<string, unknown>): Promise<void> {
  await end(id, `status = 'completed', reason = 'pull_request_opened', pull_request = '${pullRequest}'`);
  await query(
    "insert into host_feedback (project_id, job_id, number, kind, said) values ($1, $2, 7, $3, $4)",
    [...[creator.id, id, said.kind, JSON.stringify({ text: "Shorter?", isCut: false, url: "", ...said })]],
  );
  const { openProjectHost } = createScriptedHost({ canWrite: async () => true });
  const deps = { database: server.store.database, log, knownSecrets, openProjectHost };
  await handleFeedback(deps, new AbortController().signal);
}

/** As a worker does: claims, records a step, ends. */
async function work(id: string): Promise<void> {
  await query("update jobs set reason = 'waiting_capacity' where reason = 'queued' and id <> $1", [id]);
  const deps = { database: server.store.database };
  const job = await claimJob(deps, "worker_1");
  expect(job?.id).toBe(id);
  const gate = createGate(() => knownSecrets.of(null));
  const ledger = createStoreLedger({ ...deps, gate }, job!, new AbortController().signal);
  await ledger.record("started", { turn: 1, crashCount: 0, resumes: false });
  await ledger.flush();
  const nothing = { title: null, pullRequest: null, checks: null, patch: null };
  const words = { status: "completed", reason: "no_changes", message: ownWords("Done.") } as const;
  expect(await finishJob(deps, job!, { ...words, ...nothing, usage: noUsage })).toBe(true);
}

const service = { kind: "service" };
const ann = { kind: "command_line", name: "ann" };
const onHost = { kind: "code_host", host: "gitea" };

interface Case {
  operation: string;
  /** Does it to a job of `creator`, or makes one of its own and returns its id. */
  act(id: string): Promise<unknown>;
  kinds: string[];
  by(): unknown;
}

const cases: Case[] = [
  { operation: "create", act: async () => {}, kinds: ["created"], by: () => creatorAuthor },
  {
    operation: "message",
    act: (id) => post(other, `/${id}/message`, { prompt: "More" }),
    kinds: ["message"],
    by: () => otherAuthor,
  },
  {
    operation: "cancel",
    act: (id) => post(other, `/${id}/cancel`),
    kinds: ["failed"],
    by: () => otherAuthor,
  },
  {
    operation: "archive and unarchive",
    async act(id) {
      await end(id);
      await post(other, `/${id}/archive`);
      await post(other, `/${id}/unarchive`);
    },
    kinds: ["archived", "unarchived"],
    by: () => otherAuthor,
  },
  {
    operation: "open preview",
    async act(id) {
      await end(id, "status = 'completed', reason = 'preview_ready'");
      await post(other, `/${id}/pull-request`);
    },
    kinds: ["pull_request_requested"],
    by: () => otherAuthor,
  },
  {
    operation: "feedback: a comment",
    act: (id) => hear(id, { kind: "comment", author: "writer" }),
    kinds: ["message"],
    by: () => ({ ...onHost, name: "writer" }),
  },
  {
    operation: "feedback: a comment where names are free",
    act: (id) => hear(id, { kind: "comment", author: "u-17", authorName: "Ann\u202e @everyone" }),
    kinds: ["message"],
    by: () => ({ ...onHost, id: "u-17", name: "Ann @ everyone" }),
  },
  {
    operation: "feedback: a check that failed",
    act: (id) => hear(id, { kind: "check_failed", name: "docs/build", commit: "c".repeat(40) }),
    kinds: ["message"],
    by: () => ({ ...onHost, name: "docs/build" }),
  },
  {
    operation: "the code host says what became of the pull request",
    async act(id) {
      await end(id, `status = 'completed', pull_request = '${pullRequest}'`);
      await setPullRequestState(server.store.database, { jobId: id, number: 7 }, "merged");
    },
    kinds: ["pull_request_state"],
    by: () => onHost,
  },
  { operation: "CLI create", act: () => run("create", "--prompt", "x"), kinds: ["created"], by: () => ann },
  {
    operation: "CLI message",
    act: (id) => run("message", id, "--prompt", "More"),
    kinds: ["message"],
    by: () => ann,
  },
  { operation: "CLI cancel", act: (id) => run("cancel", id), kinds: ["failed"], by: () => ann },
  {
    operation: "archive by age",
    async act(id) {
      await end(
        id,
        "status = 'completed', reason = 'no_changes', updated_at = now() - interval '1 year', finished_at = now() - interval '1 year'",
      );
      await archiveIdleJobs(server.store.database, { daysDefault: 90, limit: 100 });
    },
    kinds: ["archived"],
    by: () => service,
  },
  { operation: "a worker's steps", act: work, kinds: ["started", "completed"], by: () => service },
];

describe("every operation that changes a job names its author in the event, and leaves the job's author", () => {
  test.each(cases)("$operation", async ({ operation, act, kinds, by }) => {
    const created = await create(creator, { mode: "preview" });
    const made = await act(created);
    const isOwn = operation === "CLI create";
    const id = isOwn ? String(made) : created;
    expect(await createdBy(id)).toEqual(isOwn ? by() : creatorAuthor);
    const told = (await events(id)).map(({ kind, author }) => ({ kind, author }));
    const first = kinds[0] === "created" ? [] : [{ kind: "created", author: creatorAuthor }];
    expect(told).toEqual([...first, ...kinds.map((kind) => ({ kind, author: by() }))]);
  });

  test("the table has every kind of event that is written by a statement of its own", async () => {
    const written = Object.entries(eventKinds).filter(([, { writer }]) => writer === "statement");
    const rows = await query("select distinct kind from job_events");
    expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(written.map(([kind]) => kind)));
    expect(await query("select kind from job_events where author is null")).toEqual([]);
  });

  test("every event has the version in which it is written, and nothing of it is lost when it is read", async () => {
    const rows = await query("select kind, version, data from job_events");
    for (const { kind, version, data } of rows) {
      expect({ kind, version }).toEqual({ kind, version: recordVersion });
      expect(readEvent({ kind, version, data })).toEqual({ kind, data });
    }
  });
});

test("a stream's events have the author that a page's have", async () => {
  const id = await create(creator);
  await post(other, `/${id}/cancel`);
  const text = await (await creator.get(`/${id}/events`, { accept: "text/event-stream" })).text();
  const streamed = [...text.matchAll(/^data: (.*)$/gm)].map(
    ([, data]) => JSON.parse(data!) as JobEventRecord,
  );
  expect(streamed).toEqual(await events(id));
  expect(streamed.map(({ author }) => author)).toEqual([creatorAuthor, otherAuthor]);
});

test("a webhook's job has its author", async () => {
  const id = await create(creator);
  await query(
    "insert into webhooks (id, project_id, url, events, secrets) values ('whk_1', $1, 'http://127.0.0.1/', '{job.failed}', '')",
    [creator.id],
  );
  await post(other, `/${id}/cancel`);
  const [message] = await query("select type, job from webhook_messages where job ->> 'id' = $1", [id]);
  const body = writeBody({ ...message, projectId: creator.id, messageAt: new Date() });
  expect(JSON.parse(body).data.job).toEqual(await (await creator.get(`/${id}`)).json());
  expect(JSON.parse(body).data.job.createdBy).toEqual(creatorAuthor);
});

test("what a key did keeps the name that the key had", async () => {
  const [temporary, before] = await newKey(creator.id, "before");
  const id = await create(temporary);
  await query("update api_keys set name = 'after', revoked_at = now() where id = $1", [before.id]);
  expect(await createdBy(id)).toEqual(before);
  expect((await events(id)).map(({ author }) => author)).toEqual([before]);
});

test("jobs and events from before this was recorded have no author", async () => {
  const id = await create(creator);
  await query("update jobs set created_by = null where id = $1", [id]);
  await query("update job_events set author = null where job_id = $1", [id]);
  expect(await createdBy(id)).toBeNull();
  expect((await events(id)).map(({ author }) => author)).toEqual([null]);
  const { stdout } = await cli.run("job", "get", id, "--project", creator.id);
  expect(stdout).not.toContain("created by");
  await query("delete from job_events where job_id = $1", [id]);
});

test("a secret, a mention and a hidden character in a key's name do not get into the record", async () => {
  const [named] = await newKey(creator.id, `${instanceSecret} ghp_${"A1b2C3d4E5f6".repeat(3)} @everyone`);
  await query("update api_keys set name = name || E'\\u202e' where name like $1", [`${instanceSecret}%`]);
  const id = await create(named);
  const name = "[redacted] [redacted] @ everyone";
  expect(await createdBy(id)).toMatchObject({ kind: "api_key", name });
  expect((await events(id)).map(({ author }) => author?.name)).toEqual([name]);
});

test("people read the author in `job get` and `job events`", async () => {
  const id = await create(creator);
  await run("cancel", id);
  const key = `API key ci (${creatorAuthor.id})`;
  const get = await cli.run("job", "get", id, "--project", creator.id);
  expect(get.stdout).toMatch(new RegExp(`^ *created by +${key.replace(/[()]/g, "\\$&")}$`, "m"));
  const { stdout } = await cli.run("job", "events", id, "--project", creator.id);
  const [created, failed] = stdout.trimEnd().split("\n");
  expect(created).toMatch(/ queued, by API key ci \(\w{8}\)$/);
  expect(failed).toMatch(/ failed \(cancelled\): .*, by ann on the command line$/);
});

test("the command line's author is the system's user", async () => {
  expect(await authorOfCommand(createGate(() => knownSecrets.of(null)))).toEqual({
    kind: "command_line",
    name: userInfo().username,
  });
});
