import { afterAll, beforeAll, expect, test } from "vitest";
import { addContextRepository } from "../../src/context/add-context-repository.ts";
import { createSecretBox } from "../../src/secrets/secret-box.ts";
import { createCliStore, createTestCli } from "../helpers/cli-deps.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import {
  commitAll,
  createRepository,
  type FixtureRepository,
  git,
  writeFiles,
} from "../helpers/git-fixture.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "../helpers/scripted-model-server.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

let project: TestProject;
let source: FixtureRepository;
let model: ScriptedModelServer;
let copydesk: CopydeskProcess;

beforeAll(async () => {
  project = await makeTestProject({ "guide.md": "# Guide\n\nNothing yet.\n" });
  source = await createRepository({ "readme.txt": "1\n" });
  await writeFiles(source.path, { "src/orders/total.txt": "1\n" });
  await commitAll(source.path, "Add the total of an order");
  await writeFiles(source.path, { "src/people/name.txt": "1\n" });
  await commitAll(source.path, "Give people a name");
  await writeFiles(source.path, { "src/orders/tax.txt": "1\n" });
  await commitAll(source.path, "Add the tax of an order");
  model = await startScriptedModelServer({
    script: (_, { messages }) => {
      const mine = messages.filter(({ role }) => role === "assistant").length;
      const prompt = JSON.stringify(messages);
      const edits = [{ old: "Nothing yet.", new: prompt.includes("name") ? "Of people." : "Of orders." }];
      if (mine === 0) return { calls: [{ name: "read", arguments: { path: "guide.md" } }] };
      if (mine === 1) return { calls: [{ name: "edit", arguments: { path: "guide.md", edits } }] };
      return { calls: [{ name: "finish", arguments: { title: "Catch up", summary: "Caught up." } }] };
    },
  });
  const { pool } = project.store.database;
  await pool.query("update projects set model = 'openai-compatible/scripted'");
  const deps = { ...project.store, secretBox: createSecretBox(Buffer.alloc(32, 7)) };
  await addContextRepository(deps, project.projectId, { name: "api", repository: source.path });
  copydesk = await startCopydesk({
    environment: {
      ...project.environment,
      COPYDESK_SECRET_KEY: Buffer.alloc(32, 7).toString("hex"),
      OPENAI_BASE_URL: model.baseUrl,
      COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
    },
  });
});

afterAll(async () => {
  await copydesk?.end("SIGKILL");
  await model?.close();
  await source?.remove();
  await project?.remove();
});

async function backfill(...more: string[]) {
  const cli = createTestCli({ openStore: async () => createCliStore(project.store.database), cwd: "/srv" });
  const words = ["backfill", "--project", project.projectId, "--since", "30d", "--json", ...more];
  const { code, stdout, stderr } = await cli.run(...words);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout) as {
    jobs: { topic: string; changes: { title: string }[] }[];
    left: unknown[];
    done: number;
    created: { topic: string; jobId: string }[];
  };
}

test("past changes become jobs with pull requests once they are accepted, and only once", {
  timeout: 300_000,
}, async () => {
  const listed = await backfill();
  expect(listed).toMatchObject({ created: [], done: 0 });
  const titles = listed.jobs.map(({ changes }) => changes.map(({ title }) => title));
  expect(titles).toContainEqual(["Add the total of an order", "Add the tax of an order"]);
  expect(titles).toContainEqual(["Give people a name"]);
  const orders = listed.jobs.findIndex(({ changes }) => changes.length === 2);
  const first = await backfill("--accept", String(orders + 1));
  expect(first.created).toHaveLength(1);
  const rest = await backfill("--accept", "all");
  expect(rest.done).toBe(1);
  expect(rest.created.map(({ topic }) => topic)).not.toContain(first.created[0]!.topic);
  const ids = [...first.created, ...rest.created].map(({ jobId }) => jobId);
  const records = await project.waitForAll(copydesk.url, ids);
  expect(records.map(({ reason }) => reason)).toEqual(ids.map(() => "pull_request_opened"));
  const { rows } = await project.store.database.pool.query(
    "select data ->> 'prompt' as prompt from job_events where job_id = $1 and kind = 'created'",
    [ids[0]],
  );
  for (const title of titles[orders]!) expect(rows[0].prompt).toContain(title);
  expect(await backfill("--accept", "all")).toMatchObject({
    jobs: [],
    created: [],
    done: listed.jobs.length,
  });
  expect(await git(source.path, ["status", "--porcelain", "--ignored"])).toBe("");
});
