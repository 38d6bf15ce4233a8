import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import type { PullRequestDraft } from "../../src/code-hosts/types.ts";
import { branchCommit } from "../helpers/code-hosts/branch-commits.ts";
import { type GitlabScene, prepareGitlabScenes } from "../helpers/code-hosts/gitlab-scene.ts";
import { addMergeRequest, type GitlabProject } from "../helpers/code-hosts/gitlab-state.ts";
import { branch, connect, makeDraft, writes } from "./pull-request-draft.ts";

const scenes = await prepareGitlabScenes();
let scene: GitlabScene;

beforeEach(async () => {
  scene = await scenes.start();
});
afterEach(() => scene.close());
afterAll(() => scenes.close());

const openOnes = () => scene.pullRequests().filter(({ state }) => state === "open");

test("quick actions in a body or a comment are not done, and are still there to read", async () => {
  const host = connect(scene);
  const body = "Words.\n\n/close\n/label ~automated\n\nMore.";
  const { number } = await host.openPullRequest(await makeDraft(scene, { body }));
  await host.comment(number, { topic: "one", body: "/merge\n\nDone." });
  await host.updatePullRequest(number, await makeDraft(scene, { body: `${body}\n/merge` }));
  const [one] = scene.pullRequests();
  expect(one).toMatchObject({ state: "open", labels: [] });
  expect(one!.body).toContain("Words.\n\n\\/close\n\\/label ~automated\n\nMore.\n\\/merge\n");
  expect(one!.comments).toEqual([expect.stringMatching(/^\\\/merge\n\nDone\./)]);
});

test("a branch that the host does not see yet is waited for", async () => {
  scene.state.unseenBranches = 2;
  const { number } = await connect(scene).openPullRequest(await makeDraft(scene));
  expect(scene.pullRequests()).toMatchObject([{ number, state: "open" }]);
});

test("a branch that the host never sees is refused in its words", async () => {
  scene.state.unseenBranches = 100;
  await expect(connect(scene).openPullRequest(await makeDraft(scene))).rejects.toMatchObject({
    code: "code_host_refused",
    message: expect.stringContaining("GitLab answered 400: source_branch: does not exist."),
  });
  expect(writes(scene)).toHaveLength(4);
});

test("a refusal that has nothing to do with the branch is not waited out longer than that", async () => {
  await expect(connect(scene).openPullRequest(await makeDraft(scene, { title: "  " }))).rejects.toMatchObject(
    {
      message: expect.stringContaining("title: can't be blank"),
    },
  );
});

test("a target branch that is gone is ref_not_found also where the host would take it", async () => {
  scene.state.takesMissingBranches = true;
  const host = connect(scene);
  const draft = await makeDraft(scene);
  await expect(host.openPullRequest({ ...draft, baseRef: "gone" })).rejects.toMatchObject({
    code: "ref_not_found",
  });
  expect(scene.pullRequests()).toEqual([]);
  const { number } = await host.openPullRequest(draft);
  await expect(host.updatePullRequest(number, { ...draft, baseRef: "gone" })).rejects.toMatchObject({
    code: "ref_not_found",
  });
  expect(scene.pullRequests()[0]).toMatchObject({ base: "main" });
});

test("those that were opened at the same moment, unseen by the host, end as one", async () => {
  scene.state.seesDuplicates = false;
  const draft = await makeDraft(scene);
  const opened = await Promise.all(Array.from({ length: 6 }, () => connect(scene).openPullRequest(draft)));
  expect(new Set(opened.map(({ number }) => number))).toEqual(new Set([1]));
  expect(openOnes()).toHaveLength(1);
});

test.each([
  ["that sees duplicates", true],
  ["that sees none", false],
])(
  "four workers have one for each of 15 branches, on a host %s and loses every tenth answer",
  async (_what, seesDuplicates) => {
    scene.state.seesDuplicates = seesDuplicates;
    let asked = 0;
    const isTenth = () => {
      asked += 1;
      return asked % 10 === 0;
    };
    scene.fail({ when: isTenth, times: Number.POSITIVE_INFINITY, after: "drop" });
    const drafts: PullRequestDraft[] = [];
    for (let at = 0; at < 15; at += 1) drafts.push(await makeDraft(scene, { branch: `copydesk/job_${at}` }));
    const work = async () => {
      for (const draft of drafts) await connect(scene).openPullRequest(draft);
    };
    await Promise.all(Array.from({ length: 4 }, work));
    expect(
      openOnes()
        .map(({ head }) => head)
        .toSorted(),
    ).toEqual(drafts.map((draft) => draft.branch).toSorted());
  },
);

test("one of the same branch for another target, opened by a person, is left alone", async () => {
  const draft = await makeDraft(scene);
  const other = scene.seedPullRequest({ head: branch, base: "next", title: "backport", body: "" });
  const { number } = await connect(scene).openPullRequest(draft);
  expect(number).not.toBe(other);
  expect(openOnes()).toHaveLength(2);
});

test("one that is being merged is still found, and told as open", async () => {
  const host = connect(scene);
  const opened = await host.openPullRequest(await makeDraft(scene));
  scene.state.mergeRequests[0]!.state = "locked";
  expect(await host.findPullRequest(branch)).toEqual(opened);
  expect(await host.getPullRequest(opened.number)).toMatchObject({ state: "open" });
});

test("a branch of this name in a stranger's fork is not ours", async () => {
  const { state } = scene;
  const theirs: GitlabProject = { ...state.project, id: 77, path: "reader/docs", forkedFrom: state.project };
  const author = state.users.find(({ username }) => username === "reader")!;
  const made = { author, title: "theirs", description: "", sourceBranch: branch, targetBranch: "main" };
  addMergeRequest(state, { ...made, source: theirs });
  const host = connect(scene);
  expect(await host.findPullRequest(branch)).toBeNull();
  const { number } = await host.openPullRequest(await makeDraft(scene));
  expect(number).toBe(2);
  expect(await host.findPullRequest(branch)).toMatchObject({ number: 2 });
  expect(openOnes()).toHaveLength(2);
});

test("the source branch is not removed by the merge: that is the project's setting in Copydesk", async () => {
  const { number } = await connect(scene).openPullRequest(await makeDraft(scene));
  expect(writes(scene)[0]!.body).toMatchObject({ remove_source_branch: false });
  await scene.merge(number);
  expect(await branchCommit(scene.gitFolder, branch)).not.toBeNull();
});

test("a title longer than the host takes is cut", async () => {
  await connect(scene).openPullRequest(await makeDraft(scene, { title: "long ".repeat(80), draft: true }));
  const { title } = scene.pullRequests()[0]!;
  expect(title).toMatch(/^Draft: long .*…$/);
  expect(title).toHaveLength(255);
});

test("reviewers that the host refuses cost neither labels nor assignees", async () => {
  scene.state.refusedFields.add("reviewer_ids");
  const more = { labels: ["docs"], reviewers: ["reviewer"], assignees: ["writer"] };
  await connect(scene).openPullRequest(await makeDraft(scene, more));
  expect(scene.pullRequests()[0]).toMatchObject({ labels: ["docs"], reviewers: [], assignees: ["writer"] });
});

test("people and labels that are there already are kept when it is adopted", async () => {
  const { state } = scene;
  scene.seedPullRequest({ head: branch, base: "main", title: "old", body: "old" });
  const [one] = state.mergeRequests;
  one!.reviewers = [state.users[1]!];
  one!.labels = ["by a person"];
  await connect(scene).openPullRequest(
    await makeDraft(scene, { labels: ["docs"], reviewers: ["reviewer", "team:docs"] }),
  );
  const { labels, reviewers } = scene.pullRequests()[0]!;
  expect(labels).toEqual(["by a person", "docs"]);
  expect(reviewers.toSorted()).toEqual(["reviewer", "writer"]);
});

test("a comment is found again on the third page, and one that others quote is not taken for it", async () => {
  const host = connect(scene);
  const { number } = await host.openPullRequest(await makeDraft(scene));
  await host.comment(number, { topic: "one", body: "First." });
  const { notes } = scene.state.mergeRequests[0]!;
  const [said] = notes;
  const writer = scene.state.users[1]!;
  notes.unshift({ id: 1, author: writer, body: said!.body, system: false });
  for (let at = 0; at < 250; at += 1)
    notes.unshift({ id: 10 + at, author: writer, body: `note ${at}`, system: at % 2 === 0 });
  await host.comment(number, { topic: "one", body: "Second." });
  const said2 = notes.filter(({ body }) => body.includes("Second."));
  expect(said2).toMatchObject([{ id: said!.id, author: { username: "bot" } }]);
  expect(notes.filter(({ body }) => body.includes("First."))).toMatchObject([
    { author: { username: "writer" } },
  ]);
});

test("what has not changed is not sent again", async () => {
  const host = connect(scene);
  const { number } = await host.openPullRequest(await makeDraft(scene));
  const first = await host.getPullRequest(number);
  expect(await host.getPullRequest(number)).toEqual(first);
  expect(scene.requests.slice(-2).map(({ status }) => status)).toEqual([200, 304]);
});

test("every request is made by the given fetch, without following a redirect and with an end", async () => {
  const seen: RequestInit[] = [];
  const watch: typeof fetch = (input, init) => {
    seen.push(init!);
    return fetch(input, init);
  };
  const { pullRequests, canWrite, ensureFork } = scene.module.connect(scene.options({ fetch: watch }));
  await pullRequests.openPullRequest(await makeDraft(scene, { labels: ["docs"], reviewers: ["writer"] }));
  await pullRequests.comment(1, { topic: "one", body: "Words." });
  await pullRequests.whoAmI();
  await canWrite("writer");
  await ensureFork!();
  expect(seen).toHaveLength(scene.requests.length);
  for (const init of seen)
    expect(init).toMatchObject({ redirect: "manual", signal: expect.any(AbortSignal) });
});
