import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApiKey } from "../../src/api-keys/create-api-key.ts";
import type { JobRecord } from "../../src/jobs/record.ts";
import type { RenderedPage, Review, ReviewContents } from "../../src/review/review-schema.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { git, writeFiles } from "../helpers/git-fixture.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

const files = {
  "mkdocs.yml": "site_name: Widgets\n",
  "docs/index.md": "# Widgets\n\nA widget is a small thing. See the [guide](guide.md).\n",
  "docs/guide.md": "# Guide\n\nTake a widget and turn it.\n\n[Nowhere](nowhere.md)\n",
  "docs/shown.md":
    "---\ntitle: Shown\n---\n\n# Shown\n\n!!! note\n    A picture: ![x](img/a.svg)\n\nThe last words.\n",
  "docs/img/a.svg": '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  "docs/other.md": "# Other\n\nNothing to see.\n",
};

let project: TestProject;
let worker: CopydeskProcess;
let api: CopydeskProcess;
/** Of the API alone: another machine than the worker's. */
let apiData: string;

beforeAll(async () => {
  project = await makeTestProject(files);
  // As a server has it: nobody has the base branch checked out.
  await project.git("config", "core.bare", "true");
  apiData = await mkdtemp(join(tmpdir(), "copydesk-api-"));
  [worker, api] = await Promise.all([
    startCopydesk({ role: "worker", environment: project.environment }),
    startCopydesk({ role: "api", environment: { ...project.environment, COPYDESK_DATA: apiData } }),
  ]);
});

afterAll(async () => {
  await Promise.all([worker?.end(), api?.end()]);
  await project.remove();
  await rm(apiData, { recursive: true, force: true });
});

async function runJob(prompt: string): Promise<string> {
  const [id] = await project.createJobs(api.url, 1, () => prompt);
  await project.waitForAll(api.url, [id!]);
  return id!;
}

async function read<T>(id: string, path = "", url = api.url): Promise<T> {
  const response = await project.request(url, `/job/${id}/review${path}`);
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as T;
}

async function post(id: string, action: string, body?: unknown, headers: Record<string, string> = {}) {
  const init = { method: "POST", headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await project.request(api.url, `/job/${id}/review/${action}`, init);
  return {
    status: response.status,
    body: (await response.json()) as JobRecord & { code?: string; detail?: string },
  };
}

async function headOf(id: string): Promise<string> {
  return (await read<Review>(id)).headCommit!;
}

/** A commit of somebody else on top of a branch of the repository. */
async function commitElsewhere(branch: string, path: string, text: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "copydesk-clone-"));
  await git(folder, ["clone", "-q", "--branch", branch, project.repository, "."]);
  await writeFiles(folder, { [path]: text });
  await git(folder, ["commit", "-qam", "Somebody else"]);
  await git(folder, ["push", "-q", "origin", branch]);
  await rm(folder, { recursive: true, force: true });
}

describe("the review of a job's change", () => {
  test("has its files, what the checks found with the lines, and what may be done", async () => {
    const id = await runJob('Replace "widget" with "gadget"');
    const review = await read<Review>(id);
    expect(review).toMatchObject({
      jobId: id,
      generator: "mkdocs",
      pullRequest: { state: "open" },
      headCommit: expect.stringMatching(/^[0-9a-f]{40}$/),
      baseCommit: (await project.git("rev-parse", "main")).trim(),
      checks: { counts: { new: 0, fixed: 0 } },
    });
    // It was there before, beside the changed line.
    expect(review.checks.findings).toMatchObject([
      {
        ...{ state: "preexisting", path: "docs/guide.md", line: 5, rule: "internal-link" },
        ...{
          excerpt: "[Nowhere](nowhere.md)",
          before: "[Nowhere](nowhere.md)",
          after: "[Nowhere](nowhere.md)",
        },
      },
    ]);
    const elsewhere = await read<Review>(await runJob('Replace "Nothing to see" with "All to see"'));
    expect(elsewhere.checks.findings).toMatchObject([
      { path: "docs/guide.md", excerpt: "[Nowhere](nowhere.md)" },
    ]);
    expect(review.files).toEqual(
      ["docs/guide.md", "docs/index.md"].map((path) => ({
        ...{ path, oldPath: null, status: "changed", additions: 1, deletions: 1 },
        ...{ isBinary: false, isPage: true },
      })),
    );
    expect(review.actions.comment).toEqual({ allowed: true, why: null });
  });

  test("has each file's whole text from the repository, which the API's machine has never seen", async () => {
    const id = await runJob('Replace "Nothing" with "Something"');
    const path = "docs/other.md";
    expect(await read<ReviewContents>(id, `/file?path=${path}`)).toEqual({
      ...{ path, oldPath: null, tooLarge: false, unavailable: null },
      before: files[path],
      after: "# Other\n\nSomething to see.\n",
      hunks: [
        {
          ...{ oldStart: 1, oldLines: 3, newStart: 1, newLines: 3 },
          lines: [
            { kind: " ", oldLine: 1, newLine: 1, text: "# Other" },
            { kind: " ", oldLine: 2, newLine: 2, text: "" },
            { kind: "-", oldLine: 3, newLine: null, text: "Nothing to see.", changes: [[0, 7]] },
            { kind: "+", oldLine: null, newLine: 3, text: "Something to see.", changes: [[0, 9]] },
          ],
        },
      ],
    });
    const unknown = await project.request(api.url, `/job/${id}/review/file?path=docs/guide.md`);
    expect([unknown.status, ((await unknown.json()) as { code: string }).code]).toEqual([
      404,
      "file_not_found",
    ]);
  });

  test("keeps the changed lines, and says what is wrong, while the repository cannot be reached", async () => {
    const id = await runJob('Replace "Take" with "Get"');
    const elsewhere = await mkdtemp(join(tmpdir(), "copydesk-api-"));
    const environment = { ...project.environment, COPYDESK_DATA: elsewhere };
    const fresh = await startCopydesk({ role: "api", environment });
    await rename(project.repository, `${project.repository}-away`);
    try {
      const contents = await read<ReviewContents>(id, "/file?path=docs/guide.md", fresh.url);
      expect(contents).toMatchObject({
        before: null,
        after: null,
        unavailable: { code: "repository_unreachable" },
      });
      expect(contents.hunks[0]!.lines.filter(({ kind }) => kind !== " ").map(({ text }) => text)).toEqual([
        "Take a widget and turn it.",
        "Get a widget and turn it.",
      ]);
      expect((await read<Review>(id, "", fresh.url)).files).toHaveLength(1);
    } finally {
      await rename(`${project.repository}-away`, project.repository);
      await fresh.end();
      await rm(elsewhere, { recursive: true, force: true });
    }
  });
});

describe("a changed page as readers see it", () => {
  test("stands beside what it was, block by block, with the repository's images", async () => {
    const id = await runJob('Replace "last words" with "final words"');
    const page = await read<RenderedPage>(id, "/rendered?path=docs/shown.md");
    expect(page.blocks.map(({ state, afterLines }) => [state, afterLines])).toEqual([
      ["same", [1, 3]],
      ["same", [5, 5]],
      ["same", [7, 8]],
      ["changed", [10, 10]],
    ]);
    expect([page.changedBefore, page.changedAfter, page.unavailable]).toEqual([[3], [3], null]);
    expect(page.blocks[3]).toMatchObject({
      before: "<p>The last words.</p>",
      after: "<p>The final words.</p>",
    });
    const [, source] = /<img src="([^"]*)"/.exec(page.after!)!;
    const image = await fetch(api.url + source!.replaceAll("&#x26;", "&").replaceAll("&amp;", "&"), {
      headers: { authorization: `Bearer ${project.key}` },
    });
    expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    expect(image.headers.get("content-security-policy")).toContain("sandbox");
    expect(await image.text()).toBe(files["docs/img/a.svg"]);
    for (const path of ["docs/guide.md", "../../etc/passwd.png", "docs/img/none.png"])
      expect((await project.request(api.url, `/job/${id}/review/image?path=${path}`)).status).toBe(404);
  });

  test("is not there for what is no page", async () => {
    const id = await runJob('Replace "alert" with "warn"');
    const response = await project.request(api.url, `/job/${id}/review/rendered?path=docs/img/a.svg`);
    expect(response.status).toBe(404);
  });
});

describe("deciding about it", () => {
  test("sends all comments as one follow-up, once however often they are sent", async () => {
    const id = await runJob('Replace "widget" with "gadget"');
    const body = {
      headCommit: await headOf(id),
      comments: [
        {
          ...{ path: "docs/guide.md", side: "after", startLine: 3, line: 3 },
          body: 'Replace "gadget" with "device" in docs/guide.md.',
        },
        {
          ...{ path: "docs/index.md", side: "after", startLine: 3, line: 3 },
          body: 'Replace "small" with "tiny".',
        },
      ],
    };
    const key = { "idempotency-key": "one-review" };
    const sent = await post(id, "comments", body, key);
    expect([sent.status, sent.body.status]).toEqual([200, "active"]);
    await project.waitForAll(api.url, [id]);
    expect((await post(id, "comments", body, key)).status).toBe(200);
    const stale = await post(id, "comments", body, { "idempotency-key": "another" });
    expect([stale.status, stale.body.code]).toEqual([409, "stale_review"]);
    const { rows } = await project.store.database.pool.query(
      "select data ->> 'prompt' as prompt from job_events where job_id = $1 and kind = 'message'",
      [id],
    );
    expect(rows).toEqual([
      { prompt: 'Replace "gadget" with "device" in docs/guide.md.\n\nReplace "small" with "tiny".' },
    ]);
    const { branch } = (await read<Review>(id)).pullRequest!;
    expect(await project.git("show", `${branch}:docs/guide.md`)).toContain("Take a device");
    expect(await project.git("show", `${branch}:docs/index.md`)).toContain("A gadget is a tiny thing");
  });

  test("refuses comments on lines and files that are not there, and more than a message holds", async () => {
    const id = await runJob('Replace "widget" with "gadget"');
    const headCommit = await headOf(id);
    const at = (path: string, line: number, words = "x") => ({
      path,
      side: "after",
      startLine: line,
      line,
      body: words,
    });
    const codes = [];
    for (const comments of [
      [at("docs/guide.md", 99)],
      [at("docs/other.md", 1)],
      [{ ...at("docs/guide.md", 1), startLine: 2 }],
      Array.from({ length: 6 }, () => at("docs/guide.md", 1, "x".repeat(7_000))),
      [],
    ])
      codes.push((await post(id, "comments", { headCommit, comments })).body.code);
    expect(codes).toEqual([
      "invalid_request",
      "file_not_found",
      "invalid_request",
      "invalid_request",
      "invalid_request",
    ]);
  });

  test("makes one commit of suggested edits, in the caller's name, from which a follow-up goes on", async () => {
    const id = await runJob('Replace "widget" with "gadget"');
    const before = await read<Review>(id);
    const edit = (replacement: string, expected = "Take a gadget and turn it.") => ({
      headCommit: before.headCommit,
      suggestions: [{ path: "docs/guide.md", startLine: 3, endLine: 3, expected, replacement }],
    });
    expect((await post(id, "suggestions", edit("x", "Something else"))).body.code).toBe("stale_review");
    const broken = await post(id, "suggestions", edit("See [this](missing.md)."));
    expect([broken.status, broken.body.code]).toEqual([409, "suggestions_have_problems"]);
    expect(broken.body.detail).toContain("docs/guide.md:3");

    const good = { ...edit("Take a gadget.\nTurn it."), title: "Make two sentences" };
    const applied = await post(id, "suggestions", good);
    expect([applied.status, applied.body.pullRequest?.state]).toEqual([200, "open"]);
    expect((await post(id, "suggestions", good)).status).toBe(200);
    const { branch } = before.pullRequest!;
    expect((await project.git("log", "--format=%an|%s|%P", `main..${branch}`)).split("\n")[0]).toBe(
      `default|Make two sentences|${before.headCommit}`,
    );
    const after = await read<Review>(id);
    expect(after.headCommit).toBe((await project.git("rev-parse", branch)).trim());
    expect(after.summary).toContain("default then edited docs/guide.md.");
    expect((await post(id, "suggestions", edit("y"))).body.code).toBe("stale_review");

    await post(id, "comments", {
      headCommit: after.headCommit,
      summary: 'Replace "small" with "tiny"',
      comments: [],
    });
    await project.waitForAll(api.url, [id]);
    expect(await project.git("show", `${branch}:docs/guide.md`)).toContain("Take a gadget.\nTurn it.");
    expect(await project.git("show", `${branch}:docs/index.md`)).toContain("tiny");
    expect((await post(id, "merge", { headCommit: await headOf(id), method: "squash" })).status).toBe(200);
    expect(await project.git("show", "main:docs/guide.md")).toContain("Turn it.");
  });

  test("merges what was reviewed, in the caller's name, and deletes the branch", async () => {
    const id = await runJob('Replace "Nothing to see" with "All is well"');
    const review = await read<Review>(id);
    expect(review.actions).toMatchObject({ merge: { allowed: true }, close: { allowed: true } });
    const merge = { headCommit: review.headCommit, method: "merge", deleteBranch: true };
    const merged = await post(id, "merge", merge);
    expect([merged.status, merged.body.pullRequest?.state]).toEqual([200, "merged"]);
    expect(await project.git("show", "main:docs/other.md")).toContain("All is well.");
    expect(await project.git("log", "-1", "--format=%an <%ae> %p", "main")).toMatch(
      /^default <copydesk@localhost> [0-9a-f]+ [0-9a-f]+$/m,
    );
    expect(await project.branches()).not.toContain(review.pullRequest!.branch);
    expect((await post(id, "merge", merge)).status).toBe(200);
    const { rows } = await project.store.database.pool.query(
      "select action, author ->> 'name' as who, after from audit_log where subject ->> 'id' = $1 order by id",
      [review.pullRequest!.url],
    );
    expect(rows).toMatchObject([
      { action: "pull_request.merged", who: "default", after: { headCommit: review.headCommit } },
      { action: "branch.deleted", who: "default" },
    ]);
    expect((await read<Review>(id)).actions.merge).toEqual({
      allowed: false,
      why: "The pull request is merged already.",
    });
  });

  test("names the files of a conflict, and refuses a branch that has moved", async () => {
    const id = await runJob('Replace "Take" with "Get"');
    const headCommit = await headOf(id);
    await commitElsewhere("main", "docs/guide.md", "# Guide\n\nHave a widget and turn it.\n");
    expect((await read<Review>(id)).actions.merge).toMatchObject({
      allowed: false,
      why: expect.stringContaining("docs/guide.md"),
    });
    const conflict = await post(id, "merge", { headCommit, method: "squash" });
    expect([conflict.status, conflict.body.code]).toEqual([409, "merge_conflict"]);
    expect(conflict.body.detail).toContain("docs/guide.md");

    const { branch } = (await read<Review>(id)).pullRequest!;
    await commitElsewhere(branch, "docs/other.md", "# Other\n");
    const stale = await post(id, "merge", { headCommit, method: "squash" });
    expect([stale.status, stale.body.code]).toEqual([409, "stale_review"]);
    expect((await post(id, "merge", { headCommit: "0".repeat(40), method: "merge" })).body.code).toBe(
      "stale_review",
    );

    const closed = await post(id, "close");
    expect([closed.status, closed.body.pullRequest?.state]).toEqual([200, "closed"]);
    const kept = await post(id, "delete-branch");
    expect([kept.status, kept.body.code]).toEqual([409, "stale_review"]);
    expect(await project.branches()).toContain(branch);
  });

  test("a key that may only read sees why it may not decide, and is refused", async () => {
    const id = await runJob('Replace "thing" with "object"');
    const { key } = await createApiKey(project.store, project.projectId, { scopes: ["read"] });
    const headers = { authorization: `Bearer ${key}` };
    const response = await project.request(api.url, `/job/${id}/review`, { headers });
    const { actions } = (await response.json()) as Review;
    expect(actions.merge).toEqual({ allowed: false, why: "The API key may only read." });
    expect((await post(id, "close", undefined, headers)).status).toBe(403);
  });
});
