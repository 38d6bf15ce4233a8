import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { RenderedPage, Review, ReviewContents } from "../../src/review/review-schema.ts";
import { startCopydesk } from "../helpers/copydesk-process.ts";
import { api, files, project, read, runJob, useReviewScene } from "../helpers/review-scene.ts";

useReviewScene();

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

  test("has the images of its own site, of several in a repository", async () => {
    const id = await runJob('Replace "first words" with "opening words"');
    const image = "/image?from=handbook/src/start.md&path=/img/b.svg";
    const response = await project.request(api.url, `/job/${id}/review${image}`);
    expect([response.status, await response.text()]).toEqual([200, files["handbook/src/img/b.svg"]]);
  });

  test("is not there for what is no page", async () => {
    const id = await runJob('Replace "alert" with "warn"');
    const response = await project.request(api.url, `/job/${id}/review/rendered?path=docs/img/a.svg`);
    expect(response.status).toBe(404);
  });
});
