import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Review, ReviewContents } from "../../src/review/review-schema.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

const files = {
  "mkdocs.yml": "site_name: Widgets\n",
  "docs/index.md": "# Widgets\n\nA widget is a small thing. See the [guide](guide.md).\n",
  "docs/guide.md": "# Guide\n\nTake a widget and turn it.\n\n[Nowhere](nowhere.md)\n",
  "docs/other.md": "# Other\n\nNothing to see.\n",
};

let project: TestProject;
let worker: CopydeskProcess;
let api: CopydeskProcess;
/** Of the API alone: another machine than the worker's. */
let apiData: string;

beforeAll(async () => {
  project = await makeTestProject(files);
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
