import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { JobRecord } from "../../src/jobs/record.ts";
import { startCopydesk } from "../helpers/copydesk-process.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "../helpers/scripted-model-server.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

interface Case {
  title: string;
  /** What is done to the record of the job ($1) between the death of its worker and the next claim. */
  sql: string | null;
  why: RegExp | null;
}

const cases: Case[] = [
  { title: "nothing changed", sql: null, why: null },
  {
    title: "another tree",
    sql: `update job_events set data = jsonb_set(data::jsonb, '{tree}', '"${"0".repeat(40)}"')::json
          where job_id = $1 and data ->> 'tree' is not null`,
    why: /the tree is/,
  },
  {
    title: "an edit that does not fit",
    sql: `update job_events set data = replace(data::text, 'a widget', 'a wodget')::json
          where job_id = $1 and kind = 'tool_result' and data ->> 'name' = 'edit'`,
    why: /could not be repeated/,
  },
  {
    title: "events of another version",
    sql: `update job_events set data = (data::jsonb - 'reads')::json where job_id = $1 and kind = 'tool_result'`,
    why: /another version/,
  },
  {
    title: "a commit that is gone",
    sql: `update job_events set data = jsonb_set(data::jsonb, '{startCommit}', '"${"1".repeat(40)}"')::json
          where job_id = $1 and kind = 'prepared'`,
    why: /is gone/,
  },
];

const steps = [
  [{ name: "read", arguments: { path: "guide.md" } }],
  [{ name: "edit", arguments: { path: "guide.md", edits: [{ old: "a widget", new: "a gadget" }] } }],
  [{ name: "finish", arguments: { title: "Say gadget", summary: "Says gadget." } }],
];

let project: TestProject;
let model: ScriptedModelServer;
let ids: string[];
let records: JobRecord[];

/**
 * Jobs whose worker dies after their edits were stored; then their records are changed, and another worker
 * takes over.
 */
beforeAll(async () => {
  project = await makeTestProject();
  let held = 0;
  const allHeld = Promise.withResolvers<void>();
  model = await startScriptedModelServer({
    script: async (_, { messages }) => {
      const step = messages.filter(({ role }) => role === "assistant").length;
      if (step === 2 && held < cases.length) {
        held += 1;
        if (held === cases.length) allHeld.resolve();
        await new Promise(() => undefined);
      }
      return { calls: steps[Math.min(step, 2)]! };
    },
  });
  const environment = {
    ...project.environment,
    COPYDESK_MODEL: "openai-compatible/scripted",
    COPYDESK_CONCURRENCY: String(cases.length),
    OPENAI_COMPATIBLE_BASE_URL: model.baseUrl,
    COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
  };
  const start = (role: "api" | "worker") => startCopydesk({ role, environment });
  const [api, first] = await Promise.all([start("api"), start("worker")]);
  ids = await project.createJobs(api.url, cases.length, (n) => `Say gadget, case ${n}`);
  await allHeld.promise;
  const { pool } = project.store.database;
  // The model may be asked a moment before the result of the step is stored.
  const stored = `select count(distinct job_id)::int as jobs from job_events
    where job_id = any($1) and kind = 'tool_result' and data ->> 'tree' is not null`;
  const isStored = async () => (await pool.query(stored, [ids])).rows[0].jobs === cases.length;
  await vi.waitUntil(isStored, { timeout: 60_000, interval: 50 });
  await first.end("SIGKILL");
  for (const [n, { sql }] of cases.entries()) if (sql !== null) await pool.query(sql, [ids[n]]);
  const second = await start("worker");
  records = await project.waitForAll(api.url, ids);
  await Promise.all([second.end(), api.end()]);
});

afterAll(async () => {
  await model?.close();
  await project.remove();
});

async function eventsOf(jobId: string) {
  const { rows } = await project.store.database.pool.query<{ kind: string; data: Record<string, unknown> }>(
    "select kind, data from job_events where job_id = $1 order by seq",
    [jobId],
  );
  return rows;
}

test.each(cases.map((each, n) => ({ ...each, n })))(
  "a record with $title is repeated, or the turn begins anew and says so; there is one pull request",
  async ({ n, why }) => {
    const events = await eventsOf(ids[n]!);
    const restarted = events.find(({ kind }) => kind === "restarted");
    if (why === null) expect(restarted).toBeUndefined();
    else expect(restarted?.data.why).toMatch(why);
    expect(records[n]).toMatchObject({ reason: "pull_request_opened" });
    expect(await project.git("show", `${records[n]!.source.ref}:guide.md`)).toContain("Take a gadget and");
    expect(events.filter(({ kind }) => kind === "pull_request")).toHaveLength(1);
    // Two steps that are lost are paid again, and counted; the held call is made once more in any case.
    expect(records[n]!.usage.steps).toBe(why === null ? 3 : 5);
    const asked = model.requests.filter(({ messages }) => JSON.stringify(messages).includes(`case ${n}`));
    expect(asked).toHaveLength(why === null ? 4 : 6);
  },
);
