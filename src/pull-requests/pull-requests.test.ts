import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/helpers/test-database.ts";
import { createLocalHost } from "../code-hosts/local/create-local-host.ts";
import { createMemoryPullRequests } from "../code-hosts/local/create-memory-pull-requests.ts";
import type { CodeHost, PullRequestDraft } from "../code-hosts/types.ts";
import { createPullRequestStore, loadPullRequest } from "./create-pull-request-store.ts";

let store: TestDatabase;

beforeAll(async () => {
  store = await createTestDatabase();
});

afterAll(() => store.drop());

let projects = 0;

async function newProject(): Promise<string> {
  projects += 1;
  const id = `prj_${projects}`;
  await store.database.pool.query("insert into projects (id, name, repository) values ($1, 'p', '/r')", [id]);
  return id;
}

const draft = (branch: string, more: Partial<PullRequestDraft> = {}): PullRequestDraft => ({
  branch,
  baseRef: "main",
  baseCommit: "a".repeat(40),
  headCommit: "b".repeat(40),
  title: "Title",
  body: "Body",
  draft: false,
  jobId: "job_1",
  patch: "",
  checks: { new: 0, fixed: 1, preexisting: 2 },
  ...more,
});

const publicUrl = "http://127.0.0.1:4100";

const places: [string, () => Promise<CodeHost>][] = [
  [
    "in the store",
    async () => {
      const pullRequests = createPullRequestStore(store.database);
      return createLocalHost({ pullRequests, publicUrl, projectId: await newProject() });
    },
  ],
  [
    "in memory",
    async () => createLocalHost({ pullRequests: createMemoryPullRequests(), publicUrl, projectId: "prj_1" }),
  ],
];

describe.each(places)("the local host with pull requests %s", (_name, open) => {
  test("numbers them from 1 and finds them by branch and by number", async () => {
    const host = await open();
    expect(await host.findPullRequest("copydesk/a")).toBeNull();
    const first = await host.openPullRequest(draft("copydesk/a"));
    const second = await host.openPullRequest(draft("copydesk/b"));
    expect([first.number, second.number]).toEqual([1, 2]);
    expect(first).toMatchObject({ state: "open", branch: "copydesk/a" });
    expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:4100\/projects\/prj_\d+\/pulls\/1$/);
    expect(await host.findPullRequest("copydesk/b")).toEqual(second);
    expect(await host.getPullRequest(1)).toEqual(first);
    expect(await host.getPullRequest(3)).toBeNull();
  });

  test("opening a branch again, even simultaneously, returns the same one and skips no number", async () => {
    const host = await open();
    const opened = await Promise.all(
      Array.from({ length: 12 }, () => host.openPullRequest(draft("copydesk/a"))),
    );
    expect(new Set(opened.map(({ number }) => number))).toEqual(new Set([1]));
    expect((await host.openPullRequest(draft("copydesk/b"))).number).toBe(2);
  });

  test("different branches opened simultaneously get different numbers without a gap", async () => {
    const host = await open();
    const branches = Array.from({ length: 12 }, (_, index) => `copydesk/${index}`);
    const opened = await Promise.all(branches.map((branch) => host.openPullRequest(draft(branch))));
    expect(opened.map(({ number }) => number).sort((a, b) => a - b)).toEqual(
      branches.map((_, index) => index + 1),
    );
  });

  test("updating a missing one throws pull_request_not_found", async () => {
    const host = await open();
    await expect(host.updatePullRequest(7, draft("copydesk/a"))).rejects.toMatchObject({
      code: "pull_request_not_found",
    });
  });
});

describe("the local host in the database", () => {
  test("an update replaces the content and keeps number and time", async () => {
    const projectId = await newProject();
    const host = createLocalHost({
      pullRequests: createPullRequestStore(store.database),
      publicUrl,
      projectId,
    });
    await host.openPullRequest(draft("copydesk/a"));
    // Times have milliseconds here, so that both could be equal.
    await store.database.pool.query("update pull_requests set updated_at = updated_at - interval '1 minute'");
    const before = await loadPullRequest(store.database, { projectId, number: 1 });
    await host.updatePullRequest(
      1,
      draft("copydesk/a", { title: "New\0", patch: "p\0", checks: null, draft: true }),
    );
    const after = await loadPullRequest(store.database, { projectId, number: 1 });
    expect(after).toMatchObject({ title: "New␀", patch: "p␀", checks: null, draft: true });
    expect(after!.created_at).toEqual(before!.created_at);
    expect(after!.updated_at.getTime()).toBeGreaterThan(before!.updated_at.getTime());
  });

  test.each(["merged", "closed"])("after one was %s, its branch gets a new one", async (state) => {
    const projectId = await newProject();
    const host = createLocalHost({
      pullRequests: createPullRequestStore(store.database),
      publicUrl,
      projectId,
    });
    await host.openPullRequest(draft("copydesk/a"));
    await store.database.pool.query("update pull_requests set state = $1 where project_id = $2", [
      state,
      projectId,
    ]);
    expect(await host.findPullRequest("copydesk/a")).toBeNull();
    await expect(host.updatePullRequest(1, draft("copydesk/a"))).rejects.toMatchObject({
      code: "pull_request_not_found",
    });
    expect(await host.openPullRequest(draft("copydesk/a"))).toMatchObject({ number: 2, state: "open" });
    expect(await host.getPullRequest(1)).toMatchObject({ state });
  });

  test("an unknown project throws project_not_found", async () => {
    const pullRequests = createPullRequestStore(store.database);
    const host = createLocalHost({ pullRequests, publicUrl, projectId: "prj_none" });
    await expect(host.openPullRequest(draft("copydesk/a"))).rejects.toMatchObject({
      code: "project_not_found",
    });
  });
});
