import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { type AzureScene, prepareAzureScenes } from "../helpers/code-hosts/azure-scene.ts";
import {
  type AzureBuild,
  type AzurePlace,
  type AzurePull,
  type AzureStatus,
  addThread,
  newId,
} from "../helpers/code-hosts/azure-state.ts";
import { type AskFeedback, openForFeedback } from "./open-for-feedback.ts";
import { branch } from "./pull-request-draft.ts";

const scenes = await prepareAzureScenes();
let scene: AzureScene;
let pull: AzurePull;
let number: number;
let commit: string;
let ask: AskFeedback;

beforeEach(async () => {
  scene = await scenes.start();
  ({ number, commit, ask } = await openForFeedback(scene));
  pull = scene.state.pulls[0]!;
});
afterEach(() => scene.close());
afterAll(() => scenes.close());

const hourMs = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms);

const failed = async () =>
  (await ask({ checkedCommit: commit })).map((event) => "name" in event && event.name);

describe("comments", () => {
  const begin = (content: string, more: { status?: string; place?: AzurePlace } = {}) =>
    addThread(scene.state, pull, { status: "active", ...more, comments: [{ author: "writer", content }] });
  const place = { path: "docs/a page.md", side: "right", from: 3, to: 5 } as const;

  test("answers in one thread have ids and times of their own, and the thread's place", async () => {
    const { id, comments } = begin("Shorter?", { place });
    const [first] = comments;
    comments.push({ ...first!, id: 2, author: "reviewer", content: "Yes." });
    const where = { path: "docs/a page.md", line: 5 };
    expect(await ask()).toMatchObject([
      { id: `${id}-1`, text: "Shorter?", author: scene.userId("writer"), ...where },
      { id: `${id}-2`, text: "Yes.", author: scene.userId("reviewer"), ...where },
    ]);
    first!.publishedDate = ago(2 * hourMs).toISOString();
    expect(await ask()).toMatchObject([{ id: `${id}-2` }]);
  });

  test("an answer in a thread that is closed is heard: those of Copydesk begin so", async () => {
    const { id } = begin("Still too long.", { status: "closed" });
    expect(await ask()).toMatchObject([{ id: `${id}-1` }]);
  });

  test("the oldest comes first, in whichever thread it is", async () => {
    begin("second").comments[0]!.publishedDate = ago(1_000).toISOString();
    begin("first").comments[0]!.publishedDate = ago(2_000).toISOString();
    expect(await ask()).toMatchObject([{ text: "first" }, { text: "second" }]);
  });

  test("what is deleted and what the host says is nobody's", async () => {
    begin("deleted").comments[0]!.isDeleted = true;
    begin("bot joined as a reviewer").comments[0]!.author = null;
    expect(await ask()).toEqual([]);
  });

  test("a line that was taken away is one of the old file", async () => {
    begin("Why?", { place: { ...place, side: "left", from: 7, to: 7 } });
    expect(await ask()).toMatchObject([{ path: "docs/a page.md", line: 7 }]);
  });
});

describe("builds", () => {
  const merge = () => `refs/pull/${number}/merge`;

  function add(pipeline: string, more: Partial<AzureBuild> = {}): AzureBuild {
    const source = { branch, commit };
    const build = { id: newId(scene.state), pipeline, source, sourceVersion: "e".repeat(40) };
    const added = { ...build, sourceBranch: merge(), result: "failed", ...more } as const;
    scene.state.builds.push(added);
    return added;
  }

  test("of the pull request and of the branch count, those of another commit or branch do not", async () => {
    add("of the pull request");
    add("of the branch", { sourceBranch: `refs/heads/${branch}`, sourceVersion: commit, source: null });
    add("of another commit", { source: { branch, commit: "d".repeat(40) } });
    add("of main", { sourceBranch: "refs/heads/main", sourceVersion: commit, source: null });
    add("of another pull request", { sourceBranch: "refs/pull/9999/merge" });
    expect(await failed()).toEqual(["of the pull request", "of the branch"]);
  });

  test.each([null, "canceled", "succeeded"] as const)(
    "one whose pipeline was started again has not failed: %s",
    async (result) => {
      add("Docs");
      expect(await failed()).toEqual(["Docs"]);
      add("Docs", { result });
      expect(await failed()).toEqual([]);
    },
  );

  test("say which one it was, and where", async () => {
    const { id } = add("Docs");
    const [told] = await ask({ checkedCommit: commit });
    expect(told).toEqual({
      kind: "check_failed",
      branch,
      commit,
      name: "Docs",
      text: `Build 20260301.${id} failed`,
      url: `https://dev.azure.com/intern/docs/_build/results?buildId=${id}`,
    });
  });
});

describe("statuses", () => {
  function make(name: string, more: Partial<AzureStatus> = {}): AzureStatus {
    const said = { genre: "", name, description: "2 broken links", targetUrl: "https://ci.example.com/1" };
    const creationDate = new Date().toISOString();
    return { id: newId(scene.state), state: "failed", ...said, creationDate, ...more };
  }
  const ofCommit = (name: string, more: Partial<AzureStatus> = {}) =>
    scene.state.statuses.push(make(name, { commit, ...more }));

  test("of the commit are told by their last word, with their genre", async () => {
    ofCommit("links", { genre: "docs" });
    ofCommit("spelling", { state: "error" });
    ofCommit("repaired");
    ofCommit("repaired", { state: "succeeded" });
    ofCommit("of another commit", { commit: "d".repeat(40) });
    expect(await failed()).toEqual(["docs/links", "spelling"]);
  });

  test("of the pull request count for the push that they are about", async () => {
    const iteration = (id: number, of: string, createdDate: Date) => ({
      id,
      commit: of,
      createdDate: createdDate.toISOString(),
    });
    pull.iterations = [iteration(1, "d".repeat(40), ago(2 * hourMs)), iteration(2, commit, ago(hourMs))];
    pull.statuses.push(
      make("of the push before", { iterationId: 1 }),
      make("of this push", { iterationId: 2 }),
      make("of the whole, before", { creationDate: ago(1.5 * hourMs).toISOString() }),
      make("of the whole, since"),
      make("repaired", { iterationId: 2 }),
      make("repaired", { iterationId: 2, state: "succeeded" }),
    );
    expect(await failed()).toEqual(["of this push", "of the whole, since"]);
  });

  test("what a pipeline says of a build is not told twice, and is told where builds may not be read", async () => {
    scene.setCheck!({ kind: "check", branch, commit, name: "Docs", text: "", state: "failed" });
    const { id } = scene.state.builds[0]!;
    const targetUrl = `https://dev.azure.com/intern/docs/_build/results?buildId=${id}&view=results`;
    ofCommit("Docs", { genre: "continuous-integration", targetUrl });
    expect(await failed()).toEqual(["Docs"]);
    scene.state.scopes.delete("build");
    expect(await failed()).toEqual(["continuous-integration/Docs"]);
  });
});

test("a repository that is not shown any more says nothing; a token that is revoked is told so", async () => {
  scene.say!({ kind: "comment", number, author: "writer", text: "said" });
  scene.withholdReading!();
  expect(await ask({ checkedCommit: commit })).toEqual([]);
  scene.revokeCredentials();
  await expect(ask()).rejects.toMatchObject({ code: "code_host_unauthorized" });
});
