import { afterAll, beforeAll, expect, test } from "vitest";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "../helpers/scripted-model-server.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

let project: TestProject;
let model: ScriptedModelServer;
let environment: Record<string, string>;
let reached: PromiseWithResolvers<void>;
const processes: CopydeskProcess[] = [];

const steps = [
  [{ name: "read", arguments: { path: "guide.md" } }],
  [{ name: "edit", arguments: { path: "guide.md", edits: [{ old: "a widget", new: "a gadget" }] } }],
  [{ name: "finish", arguments: { title: "Say gadget", summary: "Says gadget." } }],
];
let isHeld = true;

beforeAll(async () => {
  project = await makeTestProject();
  model = await startScriptedModelServer({
    script: async (_, { messages }) => {
      const step = messages.filter(({ role }) => role === "assistant").length;
      if (isHeld && step === 2) {
        reached.resolve();
        await new Promise(() => undefined);
      }
      return { calls: steps[Math.min(step, 2)]! };
    },
  });
  environment = {
    ...project.environment,
    COPYDESK_MODEL: "openai-compatible/scripted",
    OPENAI_COMPATIBLE_BASE_URL: model.baseUrl,
    COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
  };
  processes.push(await startCopydesk({ role: "api", environment }));
});

afterAll(async () => {
  await Promise.all(processes.map((process) => process.end("SIGKILL")));
  await model?.close();
  await project.remove();
});

/** A job whose worker dies after its edit was stored; then `tamper`, then another worker. */
async function runWithDeath(tamper: (jobId: string) => Promise<unknown>) {
  isHeld = true;
  reached = Promise.withResolvers();
  model.requests.length = 0;
  const first = await startCopydesk({ role: "worker", environment });
  processes.push(first);
  const [id] = await project.createJobs(processes[0]!.url, 1, () => "Say gadget");
  await reached.promise;
  await first.end("SIGKILL");
  await tamper(id!);
  isHeld = false;
  const second = await startCopydesk({ role: "worker", environment });
  processes.push(second);
  const [record] = await project.waitForAll(processes[0]!.url, [id!]);
  await second.end();
  const { rows } = await project.store.database.pool.query<{ kind: string; data: Record<string, unknown> }>(
    "select kind, data from job_events where job_id = $1 order by seq",
    [id],
  );
  return { record: record!, events: rows };
}

const query = (text: string) => (jobId: string) => project.store.database.pool.query(text, [jobId]);
const kindsOf = (events: { kind: string }[]) => events.map(({ kind }) => kind);

test("a record that can be repeated is, and the held call is made once more", async () => {
  const { record, events } = await runWithDeath(async () => undefined);
  expect(record).toMatchObject({ reason: "pull_request_opened", usage: { steps: 3 } });
  expect(kindsOf(events)).not.toContain("restarted");
  expect(model.requests).toHaveLength(4);
});

test.each([
  [
    "another tree",
    `update job_events set data = jsonb_set(data::jsonb, '{tree}', '"${"0".repeat(40)}"')::json
     where job_id = $1 and data ->> 'tree' is not null`,
    /the tree is/,
  ],
  [
    "an edit that does not fit",
    `update job_events set data = replace(data::text, 'a widget', 'a wodget')::json
     where job_id = $1 and kind = 'tool_result' and data ->> 'name' = 'edit'`,
    /could not be repeated/,
  ],
  [
    "events of another version",
    `update job_events set data = (data::jsonb - 'reads')::json where job_id = $1 and kind = 'tool_result'`,
    /another version/,
  ],
  [
    "a commit that is gone",
    `update job_events set data = jsonb_set(data::jsonb, '{startCommit}', '"${"1".repeat(40)}"')::json
     where job_id = $1 and kind = 'prepared'`,
    /is gone/,
  ],
])("a record with %s begins the turn anew, says so, and ends with one pull request", async (_, sql, why) => {
  const { record, events } = await runWithDeath(query(sql));
  expect(record).toMatchObject({ reason: "pull_request_opened" });
  const restarted = events.find(({ kind }) => kind === "restarted");
  expect(restarted?.data.why).toMatch(why);
  expect(await project.git("show", `${record.source.ref}:guide.md`)).toContain("Take a gadget and");
  expect(kindsOf(events).filter((kind) => kind === "pull_request")).toHaveLength(1);
  // The two steps that were lost are paid again, and counted: 2 + 3.
  expect(record.usage.steps).toBe(5);
});
