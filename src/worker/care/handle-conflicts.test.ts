import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addJob, addProject, headCommit, type SceneJob } from "../../../test/helpers/feedback-scene.ts";
import { createScriptedHost, type HostScript } from "../../../test/helpers/scripted-host.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/helpers/test-database.ts";
import type { ReviewState } from "../../code-hosts/types.ts";
import { createLog } from "../../log.ts";
import { createKnownSecrets } from "../../outgoing/known-secrets.ts";
import type { ProjectSettings } from "../../store/project-settings.ts";
import { careForPullRequests } from "./care-for-pull-requests.ts";

let store: TestDatabase;

const conflicting: ReviewState = {
  ...{ state: "open", headCommit, baseRef: "main", mergeable: false, conflicts: ["docs/a.md"] },
  ...{ methods: ["merge"], approvals: 0, canApprove: true, draft: false, why: "It conflicts with main." },
};

beforeAll(async () => {
  store = await createTestDatabase();
});

beforeEach(() => store.database.pool.query("truncate projects cascade"));

afterAll(() => store.drop());

function scene(comment?: HostScript["comment"], found = conflicting) {
  const unexpected = async () => {
    throw new Error("nobody expected this call");
  };
  const review = { approve: unexpected, close: unexpected, merge: unexpected, read: async () => found };
  const { openProjectHost } = createScriptedHost({ review, ...(comment && { comment }) });
  const { database } = store;
  const log = createLog({ level: "silent", pretty: false });
  const deps = { database, log, knownSecrets: createKnownSecrets(), openProjectHost };
  return { look: () => careForPullRequests(deps, new AbortController().signal) };
}

/** As if the turn had ended, and an hour had passed. */
async function end(status: "completed" | "failed"): Promise<void> {
  const { pool } = store.database;
  await pool.query("update jobs set status = $1, finished_at = now()", [status]);
  await pool.query("update pull_request_care set looked_at = looked_at - interval '1 hour'");
}

async function jobIn(settings: ProjectSettings, columns: Parameters<typeof addJob>[2]): Promise<SceneJob> {
  return await addJob(store.database, await addProject(store.database, settings), columns);
}

describe("a turn that resolves conflicts", () => {
  const mending: ProjectSettings = { pullRequests: { mendConflicts: true } };
  const patch =
    "diff --git a/docs/a.md b/docs/a.md\n--- a/docs/a.md\n+++ b/docs/a.md\n@@ -1 +1 @@\n-old\n+new\n";
  const columns = { topic: "orders", patch, model: "openai/gpt" };

  const turnOf = async ({ id }: SceneJob) =>
    (await store.database.pool.query("select turn, turn_prompt as prompt from jobs where id = $1", [id]))
      .rows[0];

  test("is begun once for each commit, with the conflicting pages, and reported", async () => {
    const said: string[] = [];
    const { look } = scene(async (_number, { body }) => void said.push(body));
    const job = await jobIn(mending, columns);
    await Promise.all([look(), look()]);
    expect(await turnOf(job)).toMatchObject({ turn: 2, prompt: expect.stringContaining("> +new") });
    expect(said).toEqual([expect.stringMatching(/conflicts with `main` in `docs\/a.md`\. A turn of/)]);
    await end("failed");
    await look();
    expect((await turnOf(job)).turn).toBe(2);
  });

  test("is begun once even if a worker dies before recording it", async () => {
    let isDead = true;
    const comment = async () => {
      if (isDead) throw new Error("killed");
    };
    const { look } = scene(comment);
    const job = await jobIn(mending, columns);
    await look();
    isDead = false;
    await end("completed");
    await look();
    const find = "select count(*)::integer as count from job_events where job_id = $1 and kind = 'message'";
    expect((await store.database.pool.query(find, [job.id])).rows).toEqual([{ count: 1 }]);
  });

  test("is begun three times at most", async () => {
    const said: string[] = [];
    const { look } = scene(async (_number, { body }) => void said.push(body));
    const job = await jobIn(mending, columns);
    const insert =
      "insert into pull_request_care (job_id, looked_at, mend_turns) values ($1, '-infinity', 3)";
    await store.database.pool.query(insert, [job.id]);
    await look();
    expect((await turnOf(job)).turn).toBe(1);
    expect(said.at(-1)).toContain("3 turns have already resolved conflicts here");
  });

  test.each([
    ["the project does not want it", {}, {}],
    [
      "the pull request is of no topic",
      { autoMerge: { maxFiles: 1, maxLines: 1, paths: ["x"] } },
      { topic: null },
    ],
    ["the model takes instructions alone", {}, { model: "copydesk/chores" }],
    ["others have pushed to the branch", {}, { head_commit: "a".repeat(40) }],
  ])("is not begun if %s", async (why, settings, more) => {
    const wanted = why.startsWith("the project") ? {} : { mendConflicts: true };
    const { look } = scene();
    const job = await jobIn({ pullRequests: { ...wanted, ...settings } }, { ...columns, ...more });
    await look();
    expect((await turnOf(job)).turn).toBe(1);
  });
});

test("a state that the host is still checking begins nothing and is not reported", async () => {
  const checking: ReviewState = {
    ...{ ...conflicting, mergeable: null, conflicts: [] },
    why: "The host is still checking whether this can be merged.",
  };
  const said: string[] = [];
  const { look } = scene(async (_number, { body }) => void said.push(body), checking);
  const { id } = await jobIn(
    { pullRequests: { mendConflicts: true } },
    { topic: "orders", model: "openai/gpt" },
  );
  await look();
  const { rows } = await store.database.pool.query(
    "select turn, conflict_commit from jobs join pull_request_care on job_id = id where id = $1",
    [id],
  );
  expect(rows).toEqual([{ turn: 1, conflict_commit: null }]);
  expect(said).toEqual([]);
});
