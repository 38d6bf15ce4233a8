import { afterAll, beforeAll, expect, test } from "vitest";
import { createRepository, git } from "../../test/helpers/git-fixture.ts";
import { createTestDatabase, type TestDatabase } from "../../test/helpers/test-database.ts";
import { useCleanups } from "../../test/helpers/use-cleanups.ts";
import { readConfig } from "../config.ts";
import { createLog } from "../log.ts";
import { createKnownSecrets } from "../outgoing/known-secrets.ts";
import { createPullRequestStore } from "../pull-requests/create-pull-request-store.ts";
import { createSecretBox } from "../secrets/secret-box.ts";
import { createReviewHosts } from "./create-review-hosts.ts";

const { cleanups, folder } = useCleanups();
const secret = "a-word-that-nobody-may-read-anywhere";
let store: TestDatabase;
let projects = 0;

beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

/** Creates a job that has ended with an open pull request of its branch. */
async function start(branch: string) {
  const source = await createRepository({ "index.md": "one\n" });
  cleanups.push(source.remove);
  const bare = `${await folder()}/docs.git`;
  await git("/", ["clone", "--quiet", "--bare", source.path, bare]);
  const tree = await git(bare, ["mktree"], {
    input: `100644 blob ${await git(bare, ["hash-object", "-w", "--stdin"], { input: "two\n" })}\tindex.md\n`,
  });
  const head = await git(bare, ["commit-tree", tree, "-p", "main", "-m", "change"]);
  await git(bare, ["update-ref", `refs/heads/${branch}`, head]);
  projects += 1;
  const [projectId, jobId] = [`prj_${projects}`, `job_${projects}`];
  const { pool } = store.database;
  await pool.query("insert into projects (id, name, repository) values ($1, 'p', $2)", [projectId, bare]);
  const texts = { title: "t", body: "b", patch: "", baseRef: "main", baseCommit: "", draft: false };
  const pullRequest = await createPullRequestStore(store.database).insert(projectId, {
    ...{ ...texts, branch, headCommit: head, jobId, checks: null },
  });
  await pool.query(
    `insert into jobs (id, project_id, status, reason, prompt, repository, branch, model, head_commit, pull_request)
     values ($1, $2, 'completed', 'pull_request_opened', 'p', $3, $4, 'copydesk/chores', $5, $6)`,
    [jobId, projectId, bare, branch, head, JSON.stringify({ ...pullRequest, url: "http://127.0.0.1/1" })],
  );
  const config = readConfig({ COPYDESK_DATA: await folder() });
  const knownSecrets = createKnownSecrets();
  knownSecrets.learn(projectId, [secret]);
  const openReview = createReviewHosts({
    ...{ database: store.database, publicUrl: () => "http://127.0.0.1", config, knownSecrets, fetch },
    secretBox: createSecretBox(() => ({ key: Buffer.alloc(32, 1), oldKeys: [] }) as never),
    log: createLog({ level: "silent", pretty: false }),
  });
  const jobOf = async () => (await pool.query("select * from jobs where id = $1", [jobId])).rows[0];
  const events = async () =>
    (
      await pool.query("select data from job_events where job_id = $1 and kind = 'pull_request_state'", [
        jobId,
      ])
    ).rows;
  const review = (await openReview({ projectId, jobId }))!;
  return { bare, head, projectId, jobId, openReview, review, jobOf, events };
}

const by = { name: "Ada Byron", email: "ada@example.com" };

test("a merge is in the job's record and log once it returns, and secrets are in no commit", async () => {
  const { bare, head, review, jobOf, events } = await start("copydesk/job_a");
  const merge = { method: "squash", headCommit: head, title: `Use ${secret}`, message: "", by } as const;
  await review.merge(1, merge);
  await review.merge(1, merge);
  expect((await jobOf()).pull_request).toMatchObject({ number: 1, state: "merged" });
  expect(await events()).toEqual([{ data: expect.objectContaining({ number: 1, state: "merged" }) }]);
  const said = await git(bare, ["log", "-1", "--format=%an %s", "main"]);
  expect(said).toMatch(/^Ada Byron Use /);
  expect(said).not.toContain(secret);
});

test("a close is in the job's record once it returns", async () => {
  const { review, jobOf } = await start("copydesk/job_b");
  await review.close(1);
  expect((await jobOf()).pull_request).toMatchObject({ state: "closed" });
});

test.each(["copydesk/job_c", "docs/chosen"])(
  "the branch %s is deleted at the expected commit only, and recorded as gone",
  async (branch) => {
    const { bare, head, review, jobOf } = await start(branch);
    await expect(review.deleteBranch(branch, "1".repeat(40))).rejects.toMatchObject({ code: "stale_review" });
    await expect(review.deleteBranch("main", head)).rejects.toMatchObject({ code: "invalid_ref" });
    expect((await jobOf()).branch_deleted_at).toBeNull();
    await review.deleteBranch(branch, head);
    await review.deleteBranch(branch, head);
    expect(await git(bare, ["branch", "--list", branch])).toBe("");
    expect((await jobOf()).branch_deleted_at).toBeInstanceOf(Date);
  },
);

test("another project's job is not found", async () => {
  const { openReview, jobId } = await start("copydesk/job_d");
  await expect(openReview({ projectId: "prj_other", jobId })).rejects.toMatchObject({
    code: "job_not_found",
  });
});
