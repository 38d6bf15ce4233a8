import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTrigger } from "../../src/triggers/create-trigger.ts";
import { listTriggerHistory } from "../../src/triggers/list-trigger-history.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { commitAll, createRepository, git, writeFiles } from "../helpers/git-fixture.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "../helpers/scripted-model-server.ts";
import { onlyInTestAll } from "../helpers/skip-unless.ts";
import { startApiAndWorker } from "../helpers/start-api-and-worker.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

let project: TestProject;
let source: string;
let model: ScriptedModelServer;
let environment: Record<string, string>;
let api: CopydeskProcess;
let worker: CopydeskProcess;
let trigger: { id: string; secret: string };

/** Commits that the model was told of. */
const told = new Set<string>();

function mentioned(text: string): string[] {
  return [...text.matchAll(/commit \\?"([0-9a-f]{40})/g)].map(([, commit]) => commit!);
}

beforeAll(async () => {
  project = await makeTestProject({ "guide.md": "# Guide\n\nNothing yet.\n" });
  source = (await createRepository({ "api.txt": "1\n" })).path;
  model = await startScriptedModelServer({
    // Reads, writes until the page has every commit of the prompts, and finishes.
    script: (_, { messages }) => {
      for (const commit of mentioned(JSON.stringify(messages))) told.add(commit);
      const mine = messages.filter(({ role }) => role === "assistant");
      if (mine.length === 0) return { calls: [{ name: "read", arguments: { path: "guide.md" } }] };
      const written = JSON.stringify(mine);
      const content = `# Guide\n\n${[...told].map((commit) => `- ${commit}`).join("\n")}\n`;
      if ([...told].some((commit) => !written.includes(commit)))
        return { calls: [{ name: "write", arguments: { path: "guide.md", content } }] };
      return { calls: [{ name: "finish", arguments: { title: "Follow the API", summary: "Followed." } }] };
    },
  });
  const started = await startApiAndWorker(project, model, randomBytes(32));
  ({ api, worker, environment } = started);
  const { deps } = started;
  const { record, secret } = await createTrigger(deps, project.projectId, {
    ...{ name: "API changes", kind: "source_change" },
    settings: { repository: source, paths: ["api*.txt"] },
    prompt: "Document {{text}}",
  });
  trigger = { id: record.id, secret: secret! };
});

afterAll(async () => {
  await Promise.all([api?.end(), worker?.end()]);
  await model?.close();
  await project.remove();
});

interface Delivery {
  id: string;
  body: string;
}

/** What a post-receive hook would send of a new commit. */
async function changeSource(n: number): Promise<Delivery & { commit: string }> {
  await writeFiles(source, { [`api-${n}.txt`]: `${n}\n` });
  const commit = await commitAll(source, `Change ${n}`);
  const event = { kind: "push", repository: source, ref: "main", commit, paths: [`api-${n}.txt`] };
  return { id: `msg_${randomUUID()}`, body: JSON.stringify({ ...event, text: `Change ${n}` }), commit };
}

async function send({ id, body }: Delivery): Promise<unknown> {
  const seconds = Math.floor(Date.now() / 1_000);
  const key = Buffer.from(trigger.secret.replace("whsec_", ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
  const response = await fetch(`${api.url}/v2/triggers/${trigger.id}`, {
    method: "POST",
    headers: {
      ...{ "content-type": "application/json", "webhook-id": id },
      ...{ "webhook-timestamp": String(seconds), "webhook-signature": `v1,${signature}` },
    },
    body,
  });
  expect(response.status).toBe(200);
  return await response.json();
}

async function query<Row>(text: string): Promise<Row[]> {
  return (await project.store.database.pool.query(text, [project.projectId])).rows as Row[];
}

/** What every prompt of every job tells of, in no order. */
async function promptedCommits(): Promise<string[]> {
  const prompts = await query<{ prompt: string }>(
    `select data ->> 'prompt' as prompt from job_events join jobs on jobs.id = job_id
      where project_id = $1 and kind in ('created', 'message')`,
  );
  return prompts.flatMap(({ prompt }) => [...new Set(mentioned(prompt))]).sort();
}

async function untilDone(commits: readonly string[]): Promise<void> {
  const wanted = [...commits].sort();
  await expect.poll(promptedCommits, { timeout: 300_000 }).toEqual(wanted);
  const active = "select id from jobs where project_id = $1 and status = 'active'";
  await expect.poll(() => query(active), { timeout: 300_000 }).toEqual([]);
}

test("merges in one repository become one pull request in another, once each, over killed workers", {
  ...onlyInTestAll("workers that are killed"),
  timeout: 900_000,
}, async () => {
  const first = await changeSource(0);
  expect(await send(first)).toEqual({ repeated: false });
  await untilDone([first.commit]);
  const pulls = () =>
    query<{ state: string; body: string }>("select * from pull_requests where project_id = $1");
  expect((await pulls()).map(({ state }) => state)).toEqual(["open"]);

  const more: (Delivery & { commit: string })[] = [];
  for (let n = 1; n <= 11; n += 1) more.push(await changeSource(n));
  const before = await git(source, ["for-each-ref"]);
  const [second, ...overlapping] = more;
  await send(second!);
  await untilDone([first.commit, second!.commit]);
  const sent = Promise.all(overlapping.map(send));
  for (let kill = 0; kill < 2; kill += 1) {
    await worker.end("SIGKILL");
    worker = await startCopydesk({ role: "worker", environment });
  }
  await sent;
  const all = [first, ...more];
  await untilDone(all.map(({ commit }) => commit));

  const jobs = await query<{ branch: string; status: string }>("select * from jobs where project_id = $1");
  expect(jobs.map(({ status }) => status)).toEqual(["completed"]);
  const [pull, ...others] = await pulls();
  expect([pull!.state, others.length]).toEqual(["open", 0]);
  expect(pull!.body).toMatch(/^12\. /m);
  const page = await project.git("show", `${jobs[0]!.branch}:guide.md`);
  for (const { commit } of all) expect(page).toContain(commit);

  const again = await Promise.all(all.map(send));
  expect(again).toEqual(all.map(() => ({ repeated: true })));
  const last = await changeSource(12);
  await send(last);
  await untilDone([...all, last].map(({ commit }) => commit));
  const history = await listTriggerHistory(project.store, { ...project, triggerId: trigger.id });
  expect(history.data.map(({ state }) => state)).toEqual([...Array(12).fill("joined"), "started"]);
  expect((await query("select id from jobs where project_id = $1")).length).toBe(1);
  const tip = await git(source, ["rev-parse", "HEAD"]);
  expect(tip.trim()).toBe(last.commit);
  expect(before.split("\n").filter((line) => line !== "").length).toBe(1);
  expect(await git(source, ["status", "--porcelain"])).toBe("");
});
