import { writeFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { JobRecord } from "../../src/jobs/record.ts";
import { writeMendRequest } from "../../src/pull-requests/mend-request.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import {
  type Script,
  type ScriptedModelServer,
  startScriptedModelServer,
} from "../helpers/scripted-model-server.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

const guide = Array.from({ length: 12 }, (_, n) => `Line ${n} of the guide.`).join("\n\n");
const files = {
  "index.md": "# Home\n\nSee the [guide](guide.md).\n",
  "guide.md": `# Guide\n\nSet the API token.\n\n${guide}\n`,
};

let project: TestProject;
let api: CopydeskProcess;
let worker: CopydeskProcess;
let model: ScriptedModelServer;
let script: Script;

beforeAll(async () => {
  project = await makeTestProject(files);
  model = await startScriptedModelServer({ script: (index, request) => script(index, request) });
  const environment = {
    ...project.environment,
    COPYDESK_MODEL: "openai-compatible/scripted",
    OPENAI_BASE_URL: model.baseUrl,
    COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
  };
  [api, worker] = await Promise.all([
    startCopydesk({ role: "api", environment }),
    startCopydesk({ role: "worker", environment }),
  ]);
});

afterEach(() => {
  model.requests.length = 0;
});

afterAll(async () => {
  await Promise.all([api?.end(), worker?.end()]);
  await model?.close();
  await project.remove();
});

interface Call {
  name: string;
  arguments: Record<string, unknown>;
}

const read: Call = { name: "read", arguments: { path: "guide.md" } };
const edit = (old: string, now: string): Call => ({
  name: "edit",
  arguments: { path: "guide.md", edits: [{ old, new: now }] },
});
const finish = (title: string): Call => ({ name: "finish", arguments: { title, summary: `${title}.` } });

/** Reads, edits once and finishes. */
function changes(old: string, now: string, title: string): Script {
  const steps = [[read], [edit(old, now)], [finish(title)]];
  return (_, { messages }) => ({
    calls: steps[Math.min(messages.filter(({ role }) => role === "assistant").length, 2)]!,
  });
}

async function post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return await project.request(api.url, path, {
    method: "POST",
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function run(prompt: string): Promise<JobRecord> {
  const [id] = await project.createJobs(api.url, 1, () => prompt);
  return await wait(id!);
}

async function wait(id: string): Promise<JobRecord> {
  const [record] = await project.waitForAll(api.url, [id]);
  return record!;
}

async function followUp(id: string, prompt: string): Promise<JobRecord> {
  const response = await post(`/job/${id}/message`, { prompt });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ id, status: "active", reason: "queued", prLink: null });
  return await wait(id);
}

async function diffOf(id: string): Promise<string> {
  const { rows } = await project.store.database.pool.query("select patch from jobs where id = $1", [id]);
  return rows[0].patch ?? "";
}

const show = (record: JobRecord) => project.git("show", `${record.source.ref}:guide.md`);

async function commitToBase(path: string, text: string): Promise<void> {
  await project.git("checkout", "--quiet", "main");
  await writeFile(`${project.repository}/${path}`, text);
  await project.git("add", "--", path);
  await project.git(
    "-c",
    "user.name=P",
    "-c",
    "user.email=p@example.com",
    "commit",
    "--quiet",
    "-m",
    "Base moves",
  );
}

describe("a follow-up", () => {
  test("goes on with the branch and updates the same pull request", async () => {
    script = changes("API token", "API key", "Say key");
    const first = await run("Say API key");
    expect(first).toMatchObject({ status: "completed", reason: "pull_request_opened", title: "Say key" });
    script = changes("Line 0 of", "Line zero of", "Spell zero");
    const second = await followUp(first.id, "Spell the zero");
    expect(second).toMatchObject({ status: "completed", reason: "pull_request_updated", title: "Say key" });
    expect(second.prLink).toBe(first.prLink);
    expect(second.source).toEqual(first.source);
    expect(second.usage.steps).toBe(6);
    expect(await show(second)).toMatch(/API key[\s\S]*Line zero of/);
    expect(await project.git("rev-list", "--count", `main..${second.source.ref}`)).toBe("2\n");
    expect(await diffOf(first.id)).toMatch(/\+Set the API key[\s\S]*\+Line zero/);
    const review = await project.request(api.url, `/job/${first.id}/review`);
    expect(await review.json()).toMatchObject({ summary: "Spell zero.\n\nBefore that:\n\nSay key." });
    const told = JSON.stringify(model.requests.at(-1)?.messages[1]);
    expect(told).toContain("Earlier in this job");
    expect(told).toContain("Asked: Say API key");
  });

  test("is rebased when the base has moved and nothing conflicts", async () => {
    script = changes("API token", "API key", "Say key");
    const first = await run("Say API key");
    await commitToBase("news.md", "# News\n");
    script = changes("Line 1 of", "Line one of", "Spell one");
    const second = await followUp(first.id, "Spell the one");
    expect(second).toMatchObject({ reason: "pull_request_updated", prLink: first.prLink });
    expect(await project.git("merge-base", "main", second.source.ref)).toBe(
      await project.git("rev-parse", "main"),
    );
    expect(await diffOf(first.id)).not.toContain("news.md");
  });

  test("that is only rebased leaves what is said of the change", async () => {
    script = changes("API token", "API key", "Say key");
    const first = await run("Say API key");
    await commitToBase("more-news.md", "# More news\n");
    script = () => ({
      calls: [{ name: "finish", arguments: { title: "No change", summary: "Nothing was changed." } }],
    });
    const second = await followUp(first.id, "Bring it up to date");
    expect(second).toMatchObject({ reason: "pull_request_updated", title: "Say key" });
    expect(second.message).toContain("Say key (1 file changed)");
    expect(await project.git("merge-base", "main", second.source.ref)).toBe(
      await project.git("rev-parse", "main"),
    );
    const review = await project.request(api.url, `/job/${first.id}/review`);
    expect(await review.json()).toMatchObject({ title: "Say key", summary: "Say key." });
    const bodyOf = `select body from pull_requests where job_id = '${first.id}'`;
    const { rows } = await project.store.database.pool.query<{ body: string }>(bodyOf);
    expect(rows[0]!.body.split("Say key.")).toHaveLength(2);
    expect(rows[0]!.body).not.toContain("Nothing was changed.");
  });

  test("stays on its old base and says so when it conflicts with the new one", async () => {
    script = changes("API token", "API key", "Say key");
    const first = await run("Say API key");
    await commitToBase("guide.md", files["guide.md"].replace("API token", "access token"));
    script = changes("Line 2 of", "Line two of", "Spell two");
    const second = await followUp(first.id, "Spell the two");
    expect(second).toMatchObject({ reason: "pull_request_updated", prLink: first.prLink });
    expect(second.message).toMatch(/guide\.md/);
    expect(await show(second)).toMatch(/API key[\s\S]*Line two of/);
    await commitToBase("guide.md", files["guide.md"]);
  });

  test("that mends conflicts begins with the base's side of them, and brings its own change in again", async () => {
    script = changes("API token", "API key", "Say key");
    const first = await run("Say API key");
    await commitToBase("guide.md", files["guide.md"].replace("API token", "secret API token"));
    script = changes("secret API token", "secret API key", "Mend");
    const request = writeMendRequest({ conflicts: ["guide.md"], patch: await diffOf(first.id) });
    const second = await followUp(first.id, request);
    expect(second).toMatchObject({ reason: "pull_request_updated", prLink: first.prLink });
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain("> +Set the API key");
    expect(await show(second)).toContain("secret API key");
    expect(await project.git("merge-base", "main", second.source.ref)).toBe(
      await project.git("rev-parse", "main"),
    );
    await commitToBase("guide.md", files["guide.md"]);
  });

  test("of a merged pull request begins at the base and opens a new one", async () => {
    script = changes("Line 3 of", "Line three of", "Spell three");
    const first = await run("Spell the three");
    await project.git(
      "-c",
      "user.name=P",
      "-c",
      "user.email=p@example.com",
      "merge",
      "--quiet",
      "--no-ff",
      "-m",
      "Merge",
      first.source.ref,
    );
    script = changes("Line 4 of", "Line four of", "Spell four");
    const second = await followUp(first.id, "Spell the four");
    expect(second).toMatchObject({ reason: "pull_request_opened", title: "Spell four" });
    expect(second.prLink).not.toBe(first.prLink);
    expect(await diffOf(first.id)).not.toContain("+Line three");
  });

  test("brings a deleted branch back", async () => {
    script = changes("Line 5 of", "Line five of", "Spell five");
    const first = await run("Spell the five");
    await project.git("branch", "--quiet", "-D", first.source.ref);
    script = changes("Line 6 of", "Line six of", "Spell six");
    const second = await followUp(first.id, "Spell the six");
    expect(second.status).toBe("completed");
    expect(await show(second)).toMatch(/Line five of[\s\S]*Line six of/);
  });

  test("is refused for an archived job and for one that is not there", async () => {
    script = changes("Line 7 of", "Line seven of", "Spell seven");
    const { id } = await run("Spell the seven");
    await project.store.database.pool.query(
      "update jobs set status = 'archived', archived_at = now() where id = $1",
      [id],
    );
    const refused = await post(`/job/${id}/message`, { prompt: "More" });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: "job_archived" });
    const missing = await post(`/job/job_${"0".repeat(22)}/message`, { prompt: "More" });
    expect(await missing.json()).toMatchObject({ code: "job_not_found", status: 404 });
  });

  test("sent twice with one key is one message, and is counted apart from creates", async () => {
    script = changes("Line 8 of", "Line eight of", "Spell eight");
    const { id } = await run("Spell the eight");
    const key = { "idempotency-key": "once" };
    const [first, again] = [
      await post(`/job/${id}/message`, { prompt: "More" }, key),
      await post(`/job/${id}/message`, { prompt: "More" }, key),
    ];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await again.text()).toBe(await first.text());
    expect(first.headers.get("ratelimit-policy")).toBe('"message";q=100;w=3600');
    const other = await post(`/job/${id}/message`, { prompt: "Else" }, key);
    expect(await other.json()).toMatchObject({ code: "idempotency_key_reused" });
    await wait(id);
    const { rows } = await project.store.database.pool.query("select turn from jobs where id = $1", [id]);
    expect(rows).toEqual([{ turn: 2 }]);
  });
});

/** A script that stops at the first step until it is let go. */
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

describe("a running job", () => {
  test("hears a message before its next step", async () => {
    const gate = held(changes("Line 9 of", "Line nine of", "Spell nine"));
    script = gate.script;
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

  test("that has just finished goes on with a message that came too late for its last step", async () => {
    const plain = changes("Line 10 of", "Line ten of", "Spell ten");
    let sent: Promise<Response> | undefined;
    let id: string | undefined;
    script = async (index, request) => {
      const answer = await plain(index, request);
      if (answer.calls?.[0]?.name === "finish" && sent === undefined) {
        sent = post(`/job/${id}/message`, { prompt: "One more thing" });
        await sent;
      }
      return answer;
    };
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

  test("is cancelled at once, its model call is stopped, its patch kept, and a message goes on with it", async () => {
    const held = Promise.withResolvers<void>();
    const plain = changes("Line 11 of", "Line eleven of", "Spell eleven");
    script = async (index, request) => {
      const answer = await plain(index, request);
      if (answer.calls?.[0]?.name !== "finish") return answer;
      held.resolve();
      return await new Promise(() => undefined);
    };
    const [id] = await project.createJobs(api.url, 1, () => "Spell the eleven");
    await held.promise;
    const response = await post(`/job/${id}/cancel`);
    expect(await response.json()).toMatchObject({ status: "failed", reason: "cancelled", prLink: null });
    await expect.poll(() => diffOf(id!)).toContain("+Line eleven of");

    script = changes("Line 0 of", "Line zero of", "Spell zero");
    const second = await followUp(id!, "Go on, and spell the zero");
    expect(second).toMatchObject({ status: "completed", reason: "pull_request_opened" });
    expect(await show(second)).toMatch(/Line zero of[\s\S]*Line eleven of/);
  });

  test("is stopped by its time limit, with the patch kept", async () => {
    const plain = changes("Line 0 of", "Line nought of", "Spell");
    script = async (index, request) => {
      const answer = await plain(index, request);
      return answer.calls?.[0]?.name === "finish" ? await new Promise(() => undefined) : answer;
    };
    const response = await post("/job", { prompt: "Spell", budget: { timeoutSeconds: 2 } });
    const record = await wait(((await response.json()) as JobRecord).id);
    expect(record).toMatchObject({ status: "failed", reason: "timed_out" });
    expect(await diffOf(record.id)).toContain("+Line nought of");
  });

  test.each([
    [{ maxSteps: 2 }, /2 steps/],
    [{ maxTokens: 250 }, /of at most 250 tokens/],
    [{ maxCostUsd: 0.1 }, /price of this model is not known/],
  ])("is stopped by its budget %j, with its usage and patch kept", async (budget, message) => {
    script = changes("Line 0 of", "Line nil of", "Spell");
    const response = await post("/job", { prompt: "Spell", budget });
    const record = await wait(((await response.json()) as JobRecord).id);
    expect(record).toMatchObject({ status: "failed", reason: "budget_exceeded" });
    expect(record.message).toMatch(message);
    if (record.usage.steps > 0) expect(await diffOf(record.id)).toContain("+Line nil of");
  });
});

describe("a queued job", () => {
  test("is cancelled without having run", async () => {
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
});
