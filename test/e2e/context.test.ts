import { basename, dirname } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { addContextRepository } from "../../src/context/add-context-repository.ts";
import { removeContextRepository } from "../../src/context/manage-context-repository.ts";
import type { Review } from "../../src/review/review-schema.ts";
import { createSecretBox } from "../../src/secrets/secret-box.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { createRepository, type FixtureRepository, git, writeFiles } from "../helpers/git-fixture.ts";
import { startGitHttpServer } from "../helpers/git-http-server.ts";
import { type Script, startScriptedModelServer } from "../helpers/scripted-model-server.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

const pages = {
  "index.md": "# Home\n\nSee the [guide](guide.md).\n",
  "guide.md": "# Guide\n\nSet the timeout.\n",
};

const code = {
  "src/client.ts": "export const options = {\n  requestTimeoutMs: 30_000,\n  retries: 2,\n};\n",
  "src/cli.ts": 'flag("--timeout");\n',
  "internal/secret.ts": "export const hiddenOption = 1;\n",
};

type Call = { name: string; arguments: Record<string, unknown> };

const secretKey = Buffer.alloc(32, 9).toString("hex");

let project: TestProject;
let source: FixtureRepository;
let model: Awaited<ReturnType<typeof startScriptedModelServer>>;
let copydesk: CopydeskProcess;
let script: Script;
const workers: CopydeskProcess[] = [];

beforeAll(async () => {
  project = await makeTestProject(pages);
  source = await createRepository(code);
  model = await startScriptedModelServer({ script: (index, request) => script(index, request) });
  const { database } = project.store;
  const deps = { database, secretBox: createSecretBox(Buffer.alloc(32, 1)) };
  await addContextRepository(deps, project.projectId, {
    ...{ name: "api", repository: source.path, include: ["src/**"] },
  });
  copydesk = await start();
});

afterEach(() => {
  model.requests.length = 0;
});

afterAll(async () => {
  await Promise.all(workers.map((one) => one.end("SIGKILL")));
  await model?.close();
  await source?.remove();
  await project?.remove();
});

async function start(): Promise<CopydeskProcess> {
  const started = await startCopydesk({
    environment: {
      ...project.environment,
      COPYDESK_MODEL: "openai-compatible/scripted",
      OPENAI_BASE_URL: model.baseUrl,
      COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
      COPYDESK_ALLOW_PLAIN_HTTP: "yes",
      COPYDESK_SECRET_KEY: secretKey,
    },
  });
  workers.push(started);
  return started;
}

function inOrder(...answers: Call[][]): Script {
  return (_index, request) => {
    const step = request.messages.filter(({ role }) => role === "assistant").length;
    return { calls: answers[Math.min(step, answers.length - 1)]! };
  };
}

const call = (name: string, args: Record<string, unknown>): Call => ({ name, arguments: args });
const readGuide = call("read", { path: "guide.md" });
const sentence = "Set `requestTimeoutMs`, which is `30_000` by default.";
const edit = (text: string, old = "Set the timeout.") =>
  call("edit", { path: "guide.md", edits: [{ old, new: text }] });
const finish = (more: object = {}) =>
  call("finish", { title: "Name the timeout", summary: "Names the option.", ...more });
const cite = (evidence: string, identifier?: string, paragraph = "Set `requestTimeoutMs`") =>
  call("cite", { citations: [{ path: "guide.md", paragraph, evidence, identifier }] });

async function run(prompt = "Say which option sets the timeout") {
  const [id] = await project.createJobs(copydesk.url, 1, () => prompt);
  const [record] = await project.waitForAll(copydesk.url, [id!]);
  return record!;
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the event has.
async function eventsOf(jobId: string, kind: string): Promise<any[]> {
  const { rows } = await project.store.database.pool.query(
    "select data from job_events where job_id = $1 and kind = $2 order by seq",
    [jobId, kind],
  );
  return rows.map(({ data }) => data);
}

const results = (request: number) =>
  model.requests[request]!.messages.filter(({ role }) => role === "tool").map(({ content }) =>
    String(content),
  );

describe("a job with a context repository", () => {
  test("reads it, cites its commit, and cannot write into it", async () => {
    const before = await git(source.path, ["status", "--porcelain=v1", "--branch"]);
    const refs = await git(source.path, ["for-each-ref"]);
    script = inOrder(
      [
        ...[
          call("list", { source: "api", glob: "**/*" }),
          call("search", { source: "api", pattern: "Timeout" }),
        ],
        ...[call("read", { source: "api", path: "src/client.ts" }), readGuide],
        call("read", { source: "api", path: "internal/secret.ts" }),
        call("write", { source: "api", path: "src/new.md", content: "x\n" }),
        call("delete", { source: "api", path: "src/cli.ts" }),
      ],
      [
        edit(sentence),
        cite("api:src/client.ts#L2", "requestTimeoutMs"),
        cite("api:src/client.ts#L3", "requestTimeoutMs"),
        cite("api:src/other.ts#L1"),
      ],
      [finish()],
    );
    const record = await run();
    expect(record).toMatchObject({ status: "completed", reason: "pull_request_opened", checks: { new: 0 } });
    const [listed, found, read, , hidden, written, deleted] = results(1);
    expect(listed).toBe("src/cli.ts\nsrc/client.ts");
    expect(found).toContain("src/client.ts:2:");
    expect(read).toContain("requestTimeoutMs: 30_000");
    expect(hidden).toMatch(/^error: file_not_found/);
    for (const refusal of [written, deleted]) expect(refusal).toMatch(/^error: \w+ takes no source/);
    expect(results(2).slice(-3)).toEqual([
      "1 ok",
      expect.stringContaining("is not in these lines"),
      expect.stringContaining("does not exist in api"),
    ]);
    const evidence = `api@${source.commit}:src/client.ts#L2`;
    expect(await eventsOf(record.id, "context")).toMatchObject([
      { sources: [{ name: "api", ref: "main", commit: source.commit, files: 2 }] },
    ]);
    expect(await eventsOf(record.id, "citations")).toMatchObject([
      { cited: [{ path: "guide.md", line: 3, evidence, identifier: "requestTimeoutMs" }], unsupported: 0 },
    ]);
    const response = await project.request(copydesk.url, `/job/${record.id}/review`);
    const place = { source: "api", commit: source.commit, file: "src/client.ts", startLine: 2, endLine: 2 };
    expect(((await response.json()) as Review).citations).toEqual([
      {
        ...{ path: "guide.md", line: 3, text: sentence, identifier: "requestTimeoutMs", ...place },
        quote: "  requestTimeoutMs: 30_000,",
      },
    ]);
    const { rows } = await project.store.database.pool.query(
      "select body from pull_requests where job_id = $1",
      [record.id],
    );
    expect(rows[0].body).toContain(evidence);
    expect(await git(source.path, ["status", "--porcelain=v1", "--branch"])).toBe(before);
    expect(await git(source.path, ["for-each-ref"])).toBe(refs);
  });

  test("gets names back that no source and no page has, and leaves them out", async () => {
    const invented = "Set `requestTimeoutMs` or `retryBackoffMs` with --backoff-limit.";
    script = inOrder([readGuide], [edit(invented), finish()], [edit(sentence, invented), finish()]);
    const record = await run();
    expect(record).toMatchObject({ reason: "pull_request_opened", checks: { new: 0 } });
    const repair = JSON.stringify(model.requests[2]!.messages.at(-1));
    expect(repair).toContain("unsupported-claim guide.md:3:28");
    expect(repair).toContain("retryBackoffMs");
    expect(repair).toContain("--backoff-limit");
    expect(repair).not.toContain('\\"requestTimeoutMs\\" is in no source');
    expect((await eventsOf(record.id, "citations")).map(({ unsupported }) => unsupported)).toEqual([2, 0]);
  });

  test("that changes nothing says why, and names no page that it has not read", async () => {
    const kept = (path: string) => finish({ summary: "It is right.", pages: [{ path, why: "It says so." }] });
    script = inOrder(
      [call("list", {})],
      [finish({ summary: "" })],
      [kept("guide.md")],
      [readGuide],
      [kept("guide.md")],
    );
    const record = await run();
    expect(record).toMatchObject({ status: "completed", reason: "no_changes" });
    expect(results(2).at(-1)).toMatch(/^error: nothing was changed: say/);
    expect(results(3).at(-1)).toBe("error: guide.md: not read; read what you name in pages");
    expect(await eventsOf(record.id, "unchanged")).toEqual([
      { reasons: "It is right.", pages: [{ path: "guide.md", why: "It says so." }] },
    ]);
  });

  test("goes on after kill -9 with the commit that it began with", async () => {
    const asked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const answers: Call[][] = [
      [readGuide, call("read", { source: "api", path: "src/client.ts" })],
      [edit(sentence)],
      [call("read", { source: "api", path: "src/client.ts" }), cite("api:src/client.ts#L2", "30_000")],
      [finish()],
    ];
    script = async (_index, { messages }) => {
      const step = messages.filter(({ role }) => role === "assistant").length;
      if (step === 2) {
        asked.resolve();
        await release.promise;
      }
      return { calls: answers[Math.min(step, answers.length - 1)]! };
    };
    const [id] = await project.createJobs(copydesk.url, 1, () => "Say which option sets the timeout");
    await asked.promise;
    await copydesk.end("SIGKILL");
    const pinned = source.commit;
    await writeFiles(source.path, { "src/client.ts": "export const options = { requestTimeoutMs: 5 };\n" });
    await git(source.path, ["commit", "--quiet", "--all", "--message", "Shorter"]);
    release.resolve();
    copydesk = await start();
    const [record] = await project.waitForAll(copydesk.url, [id!]);
    expect(record).toMatchObject({ reason: "pull_request_opened" });
    const contexts = await eventsOf(id!, "context");
    expect(contexts.length).toBeGreaterThan(1);
    expect(new Set(contexts.map(({ sources }) => sources[0].commit))).toEqual(new Set([pinned]));
    expect((await eventsOf(id!, "citations")).at(-1).cited[0].evidence).toBe(
      `api@${pinned}:src/client.ts#L2`,
    );
  });

  test("reads one over HTTP with credentials, which are nowhere on the record", async () => {
    const secret = "hunter2-of-the-private-code";
    const hosted = await createRepository(code);
    const folder = dirname(hosted.path);
    const server = await startGitHttpServer(folder, { token: secret, allowFilter: true });
    onTestFinished(async () => {
      await server.close();
      await hosted.remove();
    });
    const { database } = project.store;
    const secretBox = createSecretBox(Buffer.from(secretKey, "hex"));
    const { id } = await addContextRepository({ database, secretBox }, project.projectId, {
      ...{ name: "private", repository: `${server.url}/${basename(hosted.path)}/.git`, anyway: true },
      ...{ host: "git", credentials: { token: secret } },
    });
    script = inOrder(
      [readGuide, call("read", { source: "private", path: "src/client.ts" })],
      [edit(sentence), cite("private:src/client.ts#L2", "requestTimeoutMs")],
      [finish()],
    );
    const record = await run();
    expect(record).toMatchObject({ reason: "pull_request_opened" });
    expect(results(1)[1]).toContain("requestTimeoutMs: 30_000");
    const uploads = server.requests.filter(({ path }) => path.includes("git-upload-pack"));
    expect(uploads.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(uploads.filter(({ status, authorization }) => status === 200 && authorization === null)).toEqual(
      [],
    );
    const { rows } = await database.pool.query("select data from job_events where job_id = $1", [record.id]);
    const basic = Buffer.from(`x-access-token:${secret}`).toString("base64");
    const kept = JSON.stringify([rows, model.requests]);
    for (const word of [secret, basic]) expect(kept).not.toContain(word);
    await removeContextRepository({ database, secretBox }, { projectId: project.projectId, contextId: id });
  });

  test("whose context repository is gone ends with the reason and its name", async () => {
    const gone = await createRepository(code);
    const deps = { database: project.store.database, secretBox: createSecretBox(Buffer.alloc(32, 1)) };
    await addContextRepository(deps, project.projectId, { name: "gone", repository: gone.path });
    await gone.remove();
    script = inOrder([readGuide], [finish()]);
    const record = await run();
    expect(record).toMatchObject({ status: "failed", reason: "repository_error" });
    expect(record.message).toContain("The context repository gone:");
  });
});
