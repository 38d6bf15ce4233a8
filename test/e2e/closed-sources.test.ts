import { basename, dirname } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addContextRepository } from "../../src/context/add-context-repository.ts";
import { createTrigger } from "../../src/triggers/create-trigger.ts";
import type { CopydeskProcess } from "../helpers/copydesk-process.ts";
import { commitAll, createRepository, type FixtureRepository, writeFiles } from "../helpers/git-fixture.ts";
import { type GitHttpServer, startGitHttpServer } from "../helpers/git-http-server.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "../helpers/scripted-model-server.ts";
import { startApiAndWorker } from "../helpers/start-api-and-worker.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

const secret = "hunter2-of-the-watched-code";
const slow = { timeout: 240_000, interval: 100 };

let project: TestProject;
let source: FixtureRepository;
let server: GitHttpServer;
let model: ScriptedModelServer;
let processes: CopydeskProcess[] = [];
let accepted = secret;

beforeAll(async () => {
  project = await makeTestProject({ "guide.md": "# Guide\n\nSet it.\n" });
  source = await createRepository({ "api.txt": "no options\n" });
  server = await startGitHttpServer(dirname(source.path), { token: () => accepted, allowFilter: true });
  model = await startScriptedModelServer({
    script: (_, { messages }) => {
      const step = messages.filter(({ role }) => role === "assistant").length;
      const asked = JSON.stringify(messages.filter(({ role }) => role === "user"));
      const option = [...asked.matchAll(/option_\d/g)].at(-1)![0];
      const text = `Set \`${option}\`.`;
      const citation = { path: "guide.md", paragraph: text, identifier: option, evidence: "code:api.txt#L1" };
      const steps = [
        [
          { name: "read", arguments: { path: "guide.md" } },
          { name: "read", arguments: { source: "code", path: "api.txt" } },
        ],
        [
          { name: "write", arguments: { path: "guide.md", content: `# Guide\n\n${text}\n` } },
          { name: "cite", arguments: { citations: [citation] } },
        ],
        [{ name: "finish", arguments: { title: "Name the option", summary: "Names it." } }],
      ];
      return { calls: steps[step]! };
    },
  });
  const key = Buffer.alloc(32, 7);
  const environment = { ...project.environment, COPYDESK_ALLOW_PLAIN_HTTP: "yes" };
  const { api, worker, deps } = await startApiAndWorker({ ...project, environment }, model, key);
  processes = [api, worker];
  await addContextRepository(deps, project.projectId, {
    ...{ name: "code", repository: `${server.url}/${basename(source.path)}/.git`, anyway: true },
    ...{ host: "git", credentials: { token: secret } },
  });
  await createTrigger(deps, project.projectId, {
    ...{ name: "Code", kind: "source_change", prompt: "Document {{text}}" },
    settings: { source: "code", paths: ["api.txt"] },
  });
});

afterAll(async () => {
  await Promise.all(processes.map((one) => one.end("SIGKILL")));
  await model?.close();
  await server?.close();
  await source?.remove();
  await project?.remove();
});

async function query<Row>(text: string): Promise<Row[]> {
  return (await project.store.database.pool.query(text)).rows as Row[];
}

/** As if the minutes were over. */
const letLook = () => query("update trigger_sources set looked_at = '-infinity'");

async function change(option: string): Promise<string> {
  await writeFiles(source.path, { "api.txt": `${option}\n` });
  return await commitAll(source.path, `Add ${option}`);
}

/** The pull request of the trigger's topic cites the commit. */
async function untilCited(commit: string): Promise<void> {
  const bodies = async () =>
    (await query<{ body: string }>("select body from pull_requests")).map(({ body }) => body);
  await expect.poll(bodies, slow).toEqual([expect.stringContaining(`code@${commit}:api.txt#L1`)]);
}

test("a repository that only a token opens is looked at over HTTP, and nobody else sees the token", {
  timeout: 600_000,
}, async () => {
  const seen = "select refs from trigger_sources where refs is not null";
  await expect.poll(() => query(seen), slow).toHaveLength(1);
  const first = await change("option_1");
  await letLook();
  await untilCited(first);

  accepted = "another token";
  const second = await change("option_2");
  await letLook();
  const refused = "select note from trigger_events where state = 'refused'";
  await expect.poll(() => query(refused), slow).toHaveLength(1);
  accepted = secret;
  await letLook();
  await untilCited(second);

  const answered = server.requests.filter(({ status }) => status === 200);
  expect(answered.length).toBeGreaterThan(0);
  expect(answered.filter(({ authorization }) => authorization === null)).toEqual([]);
  const tables = ["job_events", "trigger_events", "trigger_sources", "pull_requests", "jobs"];
  const kept = await Promise.all(tables.map((name) => query(`select * from ${name}`)));
  const logs = processes.map((one) => one.log());
  const all = JSON.stringify([kept, model.requests, logs]);
  expect(all).toContain("option_2");
  const basic = Buffer.from(`x-access-token:${secret}`).toString("base64");
  for (const word of [secret, basic]) expect(all).not.toContain(word);
});
