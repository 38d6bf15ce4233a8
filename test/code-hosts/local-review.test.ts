import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { HostConnection, MergeInput, PullRequestDraft } from "../../src/code-hosts/types.ts";
import { openLocalHost } from "../../src/compose/open-local-host.ts";
import { readConfig } from "../../src/config.ts";
import { endWithTests } from "../helpers/end-with-tests.ts";
import { createRepository, git } from "../helpers/git-fixture.ts";
import { startGitHttpServer } from "../helpers/git-http-server.ts";
import { createTestDatabase, type TestDatabase } from "../helpers/test-database.ts";
import { useCleanups } from "../helpers/use-cleanups.ts";

const { cleanups, folder } = useCleanups();
const branch = "copydesk/job_1";
const ada = { name: "Ada Byron", email: "ada@example.com" };
let store: TestDatabase;
let projects = 0;

beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

interface Scene {
  root: string;
  bare: string;
  head: string;
  projectId: string;
  dataFolder: string;
  host: HostConnection;
  review: NonNullable<HostConnection["review"]>;
  open(repository: string): HostConnection;
  input(more?: Partial<MergeInput>): MergeInput;
}

/** A bare repository with an open pull request that changes `index.md`. */
async function start(options: { repository?: (bare: string) => string } = {}): Promise<Scene> {
  const source = await createRepository({ "index.md": "one\ntwo\nthree\n", "other.md": "other\n" });
  cleanups.push(source.remove);
  const root = await folder();
  const bare = join(root, "docs.git");
  await git(root, ["clone", "--quiet", "--bare", source.path, bare]);
  const head = await commitOn(bare, { branch, from: "main", files: { "index.md": "ONE\ntwo\nthree\n" } });
  projects += 1;
  const projectId = `prj_${projects}`;
  await store.database.pool.query("insert into projects (id, name, repository) values ($1, 'p', $2)", [
    projectId,
    bare,
  ]);
  const dataFolder = await folder();
  const config = readConfig({ COPYDESK_DATA: dataFolder, COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes" });
  const deps = { database: store.database, config, publicUrl: "http://127.0.0.1" };
  const open = (repository: string) => openLocalHost(deps, { projectId, repository }, {}, undefined);
  const host = open(options.repository?.(bare) ?? bare);
  await host.pullRequests.openPullRequest(draftOf(head));
  const input = (more: Partial<MergeInput> = {}): MergeInput => ({
    ...{ method: "merge", headCommit: head, title: "Explain one", message: "Because.", by: ada },
    ...more,
  });
  return { root, bare, head, projectId, dataFolder, host, review: host.review!, open, input };
}

function draftOf(headCommit: string): PullRequestDraft {
  const text = { title: "t", body: "b", patch: "", jobId: "job_1" };
  return { ...text, branch, baseRef: "main", baseCommit: "", headCommit, draft: true, checks: null };
}

/** Makes a commit on a branch of a bare repository; a null content deletes the file. */
async function commitOn(
  bare: string,
  change: { branch: string; from?: string; files: Record<string, string | null> },
): Promise<string> {
  const from = change.from ?? change.branch;
  const index = { GIT_INDEX_FILE: join(bare, `index-${Math.random()}`) };
  await git(bare, ["read-tree", from], { env: index });
  for (const [path, content] of Object.entries(change.files)) {
    if (content === null) await git(bare, ["update-index", "--force-remove", path], { env: index });
    else {
      const blob = await git(bare, ["hash-object", "-w", "--stdin"], { input: content });
      await git(bare, ["update-index", "--add", "--cacheinfo", `100644,${blob},${path}`], { env: index });
    }
  }
  const tree = await git(bare, ["write-tree"], { env: index });
  const commit = await git(bare, ["commit-tree", tree, "-p", from, "-m", "change"]);
  await git(bare, ["update-ref", `refs/heads/${change.branch}`, commit]);
  return commit;
}

const show = (bare: string, format: string) => git(bare, ["log", "-1", `--format=${format}`, "main"]);
const countOf = async (bare: string) => Number(await git(bare, ["rev-list", "--count", "main"]));
const rowOf = async (projectId: string) =>
  (await store.database.pool.query("select * from pull_requests where project_id = $1", [projectId])).rows[0];

describe("the local host merges with git", () => {
  test("a merge has both parents, the reviewer as its author, and title and message as its words", async () => {
    const { bare, head, review, input, projectId, host } = await start();
    const base = await show(bare, "%H");
    expect(await review.read(1)).toEqual({
      ...{ state: "open", headCommit: head, baseRef: "main", mergeable: true, conflicts: [], why: null },
      ...{ methods: ["merge", "squash"], approvals: 0, canApprove: true, draft: false },
    });
    const { mergeCommit } = await review.merge(1, input());
    expect(await show(bare, "%H %P %an <%ae> %cn")).toBe(
      `${mergeCommit} ${base} ${head} Ada Byron <ada@example.com> Ada Byron`,
    );
    expect(await show(bare, "%B")).toBe("Explain one\n\nBecause.");
    expect(await git(bare, ["show", "main:index.md"])).toBe("ONE\ntwo\nthree");
    expect(await git(bare, ["fsck", "--strict"])).not.toMatch(/missing|error/);
    expect(await rowOf(projectId)).toMatchObject({
      ...{ state: "merged", merge_commit: mergeCommit, merged_head: head, merged_by: ada },
    });
    expect(await review.read(1)).toMatchObject({ state: "merged", why: null });
    expect(await host.pullRequests.getPullRequest(1)).toMatchObject({ state: "merged" });
  });

  test("a squash is one commit on the base branch of now", async () => {
    const { bare, review, input } = await start();
    const base = await commitOn(bare, { branch: "main", files: { "other.md": "changed meanwhile\n" } });
    const { mergeCommit } = await review.merge(1, input({ method: "squash" }));
    expect(await show(bare, "%H %P %s")).toBe(`${mergeCommit} ${base} Explain one`);
    expect(await git(bare, ["show", "main:index.md"])).toBe("ONE\ntwo\nthree");
    expect(await git(bare, ["show", "main:other.md"])).toBe("changed meanwhile");
  });

  test("conflicts are named by file, before and at the merge, and nothing is pushed", async () => {
    const { bare, review, input, projectId } = await start();
    const base = await commitOn(bare, {
      branch: "main",
      files: { "index.md": "uno\ntwo\nthree\n", "other.md": "fine\n" },
    });
    const why = "It conflicts with main in index.md.";
    expect(await review.read(1)).toMatchObject({ mergeable: false, conflicts: ["index.md"], why });
    await expect(review.merge(1, input())).rejects.toMatchObject({
      ...{ code: "merge_conflict", message: why, details: { conflicts: ["index.md"] } },
    });
    expect(await show(bare, "%H")).toBe(base);
    expect(await rowOf(projectId)).toMatchObject({ state: "open", planned_merges: [] });
  });

  test("what was not reviewed is not merged", async () => {
    const { bare, review, input } = await start();
    const before = await show(bare, "%H");
    const head = await commitOn(bare, { branch, files: { "index.md": "something else\n" } });
    await expect(review.merge(1, input())).rejects.toMatchObject({
      ...{ code: "stale_review", details: { headCommit: head } },
    });
    expect(await show(bare, "%H")).toBe(before);
    expect(await review.read(1)).toMatchObject({ headCommit: head, mergeable: true });
    await expect(review.approve(1, { headCommit: input().headCommit })).resolves.toBeUndefined();
    expect(await review.read(1)).toMatchObject({ approvals: 0 });
    const { mergeCommit } = await review.merge(1, input({ headCommit: head }));
    expect(await review.merge(1, input({ headCommit: head }))).toEqual({ mergeCommit });
  });

  test("a merge of what is merged is a success, one of what is closed is refused", async () => {
    const { bare, review, input } = await start();
    const first = await review.merge(1, input());
    const commits = await countOf(bare);
    expect(await review.merge(1, input())).toEqual(first);
    expect(await countOf(bare)).toBe(commits);
    await expect(review.close(1)).rejects.toMatchObject({ code: "merge_not_allowed" });
    await expect(review.merge(1, input({ headCommit: "0".repeat(40) }))).rejects.toMatchObject({
      code: "merge_not_allowed",
    });
    const other = await start();
    await other.review.close(1);
    await other.review.close(1);
    expect(await other.review.read(1)).toMatchObject({ state: "closed" });
    await expect(other.review.merge(1, other.input())).rejects.toMatchObject({ code: "merge_not_allowed" });
    await expect(other.review.merge(2, other.input())).rejects.toMatchObject({
      code: "pull_request_not_found",
    });
  });

  test.each(["merge", "squash"] as const)("six who %s at once make one commit of it", async (method) => {
    const { bare, review, input } = await start();
    const before = await countOf(bare);
    const made = await Promise.all(Array.from({ length: 6 }, () => review.merge(1, input({ method }))));
    expect(await countOf(bare)).toBe(before + (method === "merge" ? 2 : 1));
    expect(new Set(made.map(({ mergeCommit }) => mergeCommit))).toEqual(new Set([await show(bare, "%H")]));
  });

  test("what people merged with git, and deleted, is seen as merged", async () => {
    const { bare, head, review, input } = await start();
    await git(bare, ["update-ref", "refs/heads/main", head]);
    await git(bare, ["update-ref", "-d", `refs/heads/${branch}`]);
    expect(await review.read(1)).toMatchObject({ state: "merged" });
    expect(await review.merge(1, input())).toEqual({ mergeCommit: null });
    const other = await start();
    await git(other.bare, ["update-ref", "-d", `refs/heads/${branch}`]);
    expect(await other.review.read(1)).toMatchObject({
      ...{ state: "open", mergeable: false, why: expect.stringContaining("is gone") },
    });
    await expect(other.review.merge(1, other.input())).rejects.toMatchObject({ code: "stale_review" });
  });

  test("an approval counts for the commit that it was given for, once per person", async () => {
    const { bare, head, review, projectId } = await start();
    await review.approve(1, { headCommit: head, by: ada, body: "Good." });
    await review.approve(1, { headCommit: head, by: ada });
    await review.approve(1, { headCommit: head, by: { name: "Bo", email: "bo@example.com" } });
    expect(await review.read(1)).toMatchObject({ approvals: 2 });
    expect((await rowOf(projectId)).approvals).toHaveLength(2);
    const next = await commitOn(bare, { branch, files: { "index.md": "again\n" } });
    expect(await review.read(1)).toMatchObject({ approvals: 0, headCommit: next });
    await expect(review.approve(1, { headCommit: "1".repeat(40), by: ada })).rejects.toMatchObject({
      code: "stale_review",
    });
  });

  test("a server's refusal is said in its own words", async () => {
    const scene = await start();
    const http = await startGitHttpServer(scene.root, { refusePushes: "main is protected: ask Ada" });
    cleanups.push(http.close);
    const { review } = scene.open(`${http.url}/docs.git`);
    await expect(review!.merge(1, scene.input())).rejects.toMatchObject({
      ...{ code: "merge_not_allowed", message: expect.stringContaining("main is protected: ask Ada") },
    });
    expect(await rowOf(scene.projectId)).toMatchObject({ state: "open" });
  });
});

describe("a merge is made once although", () => {
  /** Passes requests on, and kills whoever pushes, before or after the push is done. */
  async function startKiller(target: string, when: "before" | "after", kill: () => void) {
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const isPush = request.method === "POST" && request.url!.includes("git-receive-pack");
      if (isPush && when === "before") return void kill();
      const headers = new Headers(request.headers as Record<string, string>);
      for (const name of ["host", "connection", "content-length", "transfer-encoding"]) headers.delete(name);
      const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
      const answer = await fetch(`${target}${request.url}`, { method: request.method!, headers, ...body });
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (isPush) return void kill();
      const type = answer.headers.get("content-type") ?? "";
      response.writeHead(answer.status, { "content-type": type }).end(bytes);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    cleanups.push(async () => server.closeAllConnections());
    cleanups.push(() => new Promise((resolve) => server.close(resolve)));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const cases = (["before", "after"] as const).flatMap((when) =>
    (["merge", "squash"] as const).map((method) => ({ when, method })),
  );
  test.each(cases)("its process is killed $when the push ($method)", async ({ when, method }) => {
    const scene = await start();
    const { bare, projectId, input, dataFolder } = scene;
    const http = await startGitHttpServer(scene.root);
    cleanups.push(http.close);
    const before = await countOf(bare);
    let kill = () => {};
    const url = await startKiller(http.url, when, () => kill());
    const merge = input({ method });
    const argument = JSON.stringify({
      ...{ databaseUrl: store.url, projectId, number: 1, merge, repository: `${url}/docs.git` },
    });
    const child = fork(join(import.meta.dirname, "../fixtures/merge-once.ts"), [argument], {
      ...{ execArgv: [], stdio: "inherit", env: { ...process.env, COPYDESK_DATA: dataFolder } },
    });
    endWithTests(child);
    const ended = once(child, "exit");
    kill = () => void child.kill("SIGKILL");
    expect((await ended)[1]).toBe("SIGKILL");
    const row = await rowOf(projectId);
    expect(row).toMatchObject({ state: "open", planned_merges: [expect.any(String)] });
    expect(await countOf(bare)).toBe(when === "before" ? before : before + (method === "merge" ? 2 : 1));
    const { mergeCommit } = await scene.open(`${http.url}/docs.git`).review!.merge(1, merge);
    expect(await countOf(bare)).toBe(before + (method === "merge" ? 2 : 1));
    expect(mergeCommit).toBe(await show(bare, "%H"));
    if (when === "after") expect(row.planned_merges).toEqual([mergeCommit]);
    expect(await rowOf(projectId)).toMatchObject({ state: "merged", merge_commit: mergeCommit });
  });

  test("nobody asked again: the next look at the pull request finds a squash that was pushed", async () => {
    const { bare, review, input, host, projectId } = await start();
    await review.merge(1, input({ method: "squash" }));
    await store.database.pool.query(
      "update pull_requests set state = 'open', merge_commit = null, merged_at = null where project_id = $1",
      [projectId],
    );
    await commitOn(bare, { branch: "main", files: { "other.md": "later\n" } });
    expect(await host.pullRequests.getPullRequest(1)).toMatchObject({ state: "merged" });
  });
});
