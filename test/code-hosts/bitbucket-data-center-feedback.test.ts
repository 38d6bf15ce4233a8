import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type DataCenterScene,
  prepareDataCenterScenes,
} from "../helpers/code-hosts/bitbucket-data-center-scene.ts";
import {
  addPull,
  type DataCenterBuild,
  type DataCenterComment,
  type DataCenterPull,
  newComment,
} from "../helpers/code-hosts/bitbucket-data-center-state.ts";
import { type AskFeedback, askAbout } from "./open-for-feedback.ts";
import { branch, connect } from "./pull-request-draft.ts";

const longAgoMs = Date.UTC(2025, 2, 1);
const longAgo = { createdMs: longAgoMs, toldMs: longAgoMs };
const commit = "c".repeat(40);

const scenes = await prepareDataCenterScenes();
let scene: DataCenterScene;
let pull: DataCenterPull;

beforeEach(async () => {
  scene = await scenes.start();
  pull = addPull(scene.state, { title: "a", description: "", base: "main", head: branch });
});
afterEach(() => scene.close());
afterAll(() => scenes.close());

const ask: AskFeedback = (query) => askAbout(scene.module.connect(scene.options()), 1, 60_000)(query);
const texts = async () => (await ask()).map(({ text }) => text);

const write = (text: string, more: Partial<DataCenterComment> = {}) =>
  newComment(scene.state, { author: scene.state.users[1]!, text, ...more });

function say(text: string, more: Partial<DataCenterComment> = {}): DataCenterComment {
  const comment = write(text, more);
  pull.comments.push(comment);
  return comment;
}

describe("comments", () => {
  test("an answer to an old comment is heard once, on the line of its thread", async () => {
    const comment = say("Shorter?", { ...longAgo, anchor: { path: "index.md", line: 3 } });
    const answer = write("Much shorter!");
    comment.answers.push(answer);
    answer.answers.push(write("And this?"));
    expect(await ask()).toMatchObject([
      { id: `comment-${answer.id}`, text: "Much shorter!", path: "index.md", line: 3 },
      { text: "And this?", path: "index.md", line: 3 },
    ]);
    expect(await ask({ since: new Date(0) })).toHaveLength(3);
  });

  test("what was written long ago in a review that is handed in now is said now", async () => {
    const handedInNow = { createdMs: longAgoMs, toldMs: Date.now() };
    say("Long.", handedInNow);
    say("Old.", longAgo).answers.push(write("Too long.", handedInNow));
    expect(await texts()).toEqual(["Long.", "Too long."]);
  });

  test("a thread that is resolved, a task that is done and a review that is not handed in say nothing", async () => {
    say("Shorter?", { threadResolved: true }).answers.push(write("Yes."));
    say("A task.", { state: "RESOLVED" });
    say("Not yet.", { state: "PENDING", author: scene.state.tokenOwner! });
    say("Here.");
    expect(await texts()).toEqual(["Here."]);
  });

  test("a comment on a whole file has no line", async () => {
    say("All of it?", { anchor: { path: "index.md" } });
    say("All of that?", { anchor: { path: "guide.md", line: 0 } });
    const events = await ask();
    expect(events).toMatchObject([{ path: "index.md" }, { path: "guide.md" }]);
    for (const event of events) expect(event).not.toHaveProperty("line");
  });

  test("what Copydesk has said itself is no comment", async () => {
    await connect(scene).comment(1, { topic: "one", body: "Done." });
    expect(pull.comments).toHaveLength(1);
    expect(await ask()).toEqual([]);
  });

  describe("what was done with a comment later", () => {
    const author = { name: "writer", active: true };
    const told = { id: 9_000, createdDate: Date.now(), action: "COMMENTED" };
    const old = { id: 70, version: 1, text: "Old, changed.", author, createdDate: longAgoMs };
    const answers = (values: object[]) =>
      scene.fail({
        when: ({ path }) => path.includes("/activities"),
        before: { status: 200, body: { values, isLastPage: true } },
      });

    test("an edit says nothing again, and what was deleted is gone", async () => {
      const gone = { ...old, id: 77, text: "Gone.", createdDate: Date.now() };
      answers([
        { ...told, commentAction: "EDITED", comment: old },
        { ...told, commentAction: "DELETED", comment: gone },
      ]);
      expect(await ask()).toEqual([]);
    });

    test("an answer below an edited comment is on its line, and silent with its thread", async () => {
      const answer = { ...old, id: 71, text: "And this?", createdDate: Date.now() };
      const reply = { ...told, commentAction: "REPLIED", comment: answer };
      const edit = { ...told, commentAction: "EDITED", comment: { ...old, comments: [answer] } };
      const commentAnchor = { path: "index.md", line: 3 };
      for (const values of [[{ ...edit, commentAnchor }, reply], [{ ...edit, commentAnchor }]]) {
        answers(values);
        expect(await ask()).toMatchObject([{ text: "And this?", path: "index.md", line: 3 }]);
      }
      answers([{ ...edit, comment: { ...edit.comment, threadResolved: true } }, reply]);
      expect(await ask()).toEqual([]);
    });
  });

  test("without the right to read comments the builds are heard all the same", async () => {
    say("Here.");
    build({ key: "one" });
    scene.fail({
      when: ({ path }) => path.includes("/activities"),
      before: {
        status: 401,
        body: {
          errors: [{ message: "No.", exceptionName: "com.atlassian.bitbucket.AuthorisationException" }],
        },
      },
    });
    expect(await ask({ checkedCommit: commit })).toMatchObject([{ kind: "check_failed" }]);
  });

  test("a token that is no longer good, and an instance that stays away, are errors", async () => {
    scene.fail({ before: { status: 502, body: "" }, times: 5 });
    await expect(ask()).rejects.toMatchObject({ code: "code_host_unavailable" });
    scene.revokeCredentials();
    await expect(ask()).rejects.toMatchObject({ code: "code_host_unauthorized" });
  });
});

describe("builds", () => {
  test("a failed one has its name, words and page; one without a name its key", async () => {
    build({ key: "DOCS-7", name: "Docs", description: "2 broken links", url: "https://ci.example.com/7" });
    build({ key: "DOCS-8", name: null });
    expect(await ask({ checkedCommit: commit })).toEqual([
      { kind: "check_failed", branch, commit, name: "DOCS-8", text: "", url: "https://ci.example.com/" },
      {
        kind: "check_failed",
        branch,
        commit,
        name: "Docs",
        text: "2 broken links",
        url: "https://ci.example.com/7",
      },
    ]);
  });

  test.each(["CANCELLED", "UNKNOWN"] as const)("one that is %s has not failed", async (state) => {
    build({ state });
    expect(await ask({ checkedCommit: commit })).toEqual([]);
  });

  test("of one key the newest counts, also where a fork has reported it too", async () => {
    build({ key: "one", state: "FAILED" });
    build({ key: "one", state: "SUCCESSFUL" });
    build({ key: "two", state: "SUCCESSFUL" });
    build({ key: "two", state: "FAILED" });
    expect(await ask({ checkedCommit: commit })).toMatchObject([{ name: "two" }]);
  });

  test("more of them than one page holds are read, from an instance below a path too", async () => {
    await scene.close();
    scene = await scenes.start({ base: "/bitbucket" });
    pull = addPull(scene.state, { title: "a", description: "", base: "main", head: branch });
    for (let at = 0; at < 120; at += 1) build({ key: `build ${at}` });
    expect(await ask({ checkedCommit: commit })).toHaveLength(120);
  });
});

function build(made: Partial<DataCenterBuild>): void {
  const defaults = { name: null, state: "FAILED", description: "", url: "https://ci.example.com/" } as const;
  scene.state.builds.push({ commit, key: "one", ...defaults, ...made });
}
