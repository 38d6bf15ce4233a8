import { afterAll, beforeAll, expect, test } from "vitest";
import { addContextRepository } from "../../src/context/add-context-repository.ts";
import { createTrigger } from "../../src/triggers/create-trigger.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import {
  commitAll,
  createRepository,
  type FixtureRepository,
  git,
  writeFiles,
} from "../helpers/git-fixture.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "../helpers/scripted-model-server.ts";
import { sendToTrigger } from "../helpers/send-to-trigger.ts";
import { onlyInTestAll } from "../helpers/skip-unless.ts";
import { startApiAndWorker } from "../helpers/start-api-and-worker.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

let project: TestProject;
let source: FixtureRepository;
let model: ScriptedModelServer;
let api: CopydeskProcess;
let worker: CopydeskProcess;
let environment: Record<string, string>;
let receiver: Parameters<typeof sendToTrigger>[0];

const fieldsOf = (text: string) => [...new Set([...text.matchAll(/field_\d+/g)].map(([name]) => name))];

beforeAll(async () => {
  project = await makeTestProject({ "guide.md": "# Guide\n\nNothing yet.\n" });
  source = await createRepository({ "api.txt": "no fields\n" });
  model = await startScriptedModelServer({
    // Reads page and source, writes a sentence for each field that a prompt names, and cites the source.
    script: (_, { messages }) => {
      const fields = fieldsOf(JSON.stringify(messages.filter(({ role }) => role === "user")));
      const mine = messages.filter(({ role }) => role === "assistant");
      if (mine.length === 0)
        return {
          calls: [
            { name: "read", arguments: { path: "guide.md" } },
            { name: "read", arguments: { source: "api", path: "api.txt" } },
          ],
        };
      if (fieldsOf(JSON.stringify(mine)).length < fields.length) {
        const content = `# Guide\n\n${fields.map((name) => `There is \`${name}\`.`).join("\n\n")}\n`;
        const citations = fields.map((identifier) => ({
          ...{ path: "guide.md", paragraph: `There is \`${identifier}\``, identifier },
          evidence: `api:api.txt#L${Number(identifier.slice(6)) + 2}`,
        }));
        return {
          calls: [
            { name: "write", arguments: { path: "guide.md", content } },
            { name: "cite", arguments: { citations } },
          ],
        };
      }
      return { calls: [{ name: "finish", arguments: { title: "Follow the API", summary: "Followed." } }] };
    },
  });
  const started = await startApiAndWorker(project, model, Buffer.alloc(32, 7));
  ({ api, worker, environment } = started);
  const { deps } = started;
  await addContextRepository(deps, project.projectId, { name: "api", repository: source.path });
  const { record, secret } = await createTrigger(deps, project.projectId, {
    ...{ name: "API", kind: "source_change", settings: { source: "api", on: "merge", paths: ["api.txt"] } },
    prompt: "Document {{text}}",
  });
  receiver = { deps, triggerId: record.id, secret: secret! };
});

afterAll(async () => {
  await Promise.all([api?.end("SIGKILL"), worker?.end("SIGKILL")]);
  await model?.close();
  await source?.remove();
  await project?.remove();
});

async function query<Row>(text: string): Promise<Row[]> {
  return (await project.store.database.pool.query(text, [project.projectId])).rows as Row[];
}

let merges = 0;

async function merge(): Promise<string> {
  const { path } = source;
  await git(path, ["switch", "--quiet", "-c", `change-${merges}`]);
  const text = ["fields:", ...Array.from({ length: merges + 1 }, (_, n) => `field_${n}`), ""].join("\n");
  await writeFiles(path, { "api.txt": text });
  await commitAll(path, `Add field_${merges}`);
  await git(path, ["switch", "--quiet", "main"]);
  const words = ["merge", "--quiet", "--no-ff", "-m", `Merge field_${merges}`, `change-${merges}`];
  await git(path, words);
  merges += 1;
  return await git(path, ["rev-parse", "HEAD"]);
}

/** As if the minute were over. */
const letLook = () => query("update trigger_sources set looked_at = '-infinity' where $1 <> ''");

const prompts = async () =>
  (
    await query<{ prompt: string }>(
      `select data ->> 'prompt' as prompt from job_events join jobs on jobs.id = job_id
        where project_id = $1 and kind in ('created', 'message')`,
    )
  ).flatMap(({ prompt }) => fieldsOf(prompt));

async function untilTurns(count: number): Promise<void> {
  const wanted = Array.from({ length: count }, (_, n) => `field_${n}`);
  await expect.poll(async () => (await prompts()).sort(), { timeout: 300_000 }).toEqual(wanted);
  const active = "select id from jobs where project_id = $1 and status = 'active'";
  await expect.poll(() => query(active), { timeout: 300_000 }).toEqual([]);
}

test("merges in a repository that tells nobody become one pull request that cites them, over killed workers", {
  ...onlyInTestAll("workers that are killed"),
  timeout: 600_000,
}, async () => {
  const looked = "select 1 from trigger_sources where refs is not null and $1 <> ''";
  await expect.poll(() => query(looked), { timeout: 120_000 }).toHaveLength(1);
  const commits = [await merge()];
  await letLook();
  await untilTurns(1);
  const pulls = () =>
    query<{ state: string; body: string }>("select * from pull_requests where project_id = $1");
  expect((await pulls())[0]!.body).toContain(`api@${commits[0]}:api.txt#L2`);
  commits.push(await merge());
  const before = await git(source.path, ["for-each-ref"]);
  for (let kill = 0; kill < 3; kill += 1) {
    await letLook();
    await worker.end("SIGKILL");
    worker = await startCopydesk({ role: "worker", environment });
  }
  await untilTurns(2);
  for (const commit of commits) {
    const told = { kind: "merge", repository: source.path, ref: "main", commit, paths: ["api.txt"] };
    expect(await sendToTrigger(receiver, told)).toMatchObject({ repeated: true });
  }
  await letLook();
  const last = await merge();
  await letLook();
  await untilTurns(3);
  const [pull, ...others] = await pulls();
  expect([pull!.state, others]).toEqual(["open", []]);
  expect(pull!.body).toContain(`api@${last}:api.txt#L4`);
  expect(await query("select id from jobs where project_id = $1")).toHaveLength(1);
  const refs = (await git(source.path, ["for-each-ref"]))
    .split("\n")
    .filter((line) => !line.includes("change-2"));
  expect(refs.filter((line) => !before.includes(line))).toEqual([expect.stringContaining(last)]);
  expect(await git(source.path, ["status", "--porcelain", "--ignored"])).toBe("");
});
