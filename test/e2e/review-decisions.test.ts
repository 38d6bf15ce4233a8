import { describe, expect, test } from "vitest";
import { createApiKey } from "../../src/api-keys/create-api-key.ts";
import type { Review } from "../../src/review/review-schema.ts";
import {
  api,
  commitElsewhere,
  headOf,
  post,
  project,
  read,
  runJob,
  useReviewScene,
} from "../helpers/review-scene.ts";

useReviewScene();

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
      why: "The pull request is already merged.",
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
    expect(actions.merge).toEqual({ allowed: false, why: "The API key is read-only." });
    expect((await post(id, "close", undefined, headers)).status).toBe(403);
  });
});
