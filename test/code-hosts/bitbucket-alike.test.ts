import { afterAll, afterEach, describe, expect, test } from "vitest";
import { prepareDataCenterScenes } from "../helpers/code-hosts/bitbucket-data-center-scene.ts";
import { prepareBitbucketScenes } from "../helpers/code-hosts/bitbucket-scene.ts";
import { pushBranchTo } from "../helpers/code-hosts/scene-repository.ts";
import { openForFeedback } from "./open-for-feedback.ts";
import { branch, connect, jobId, makeDraft, writes } from "./pull-request-draft.ts";

const cloud = await prepareBitbucketScenes();
const dataCenter = await prepareDataCenterScenes();
const ends: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
afterAll(async () => {
  await cloud.close();
  await dataCenter.close();
});

async function startCloud() {
  const scene = await cloud.start();
  ends.push(scene.close);
  return { scene, looksLeft: () => scene.state.repositories.map(({ emptyLooks }) => emptyLooks) };
}

async function startDataCenter() {
  const scene = await dataCenter.start();
  ends.push(scene.close);
  return { scene, looksLeft: () => scene.state.repositories.map((one) => one.initialisingLooks) };
}

describe.each([
  ["Cloud", startCloud],
  ["Data Center", startDataCenter],
] as const)("Bitbucket %s", (_, start) => {
  test("a pull request that has ended is not moved to another base", async () => {
    const { scene } = await start();
    const draft = await makeDraft(scene);
    const { number } = await connect(scene).openPullRequest(draft);
    await scene.merge(number);
    const before = writes(scene).length;
    const updated = await connect(scene).updatePullRequest(number, { ...draft, baseRef: "next" });
    expect(updated).toMatchObject({ number, state: "merged" });
    expect(writes(scene)).toHaveLength(before);
  });

  test("what a change brings stands beside its lines, once however often it is said", async () => {
    const { scene } = await start();
    const { number, commit } = await openForFeedback(scene);
    const problem = { path: "index.md", rule: "image-alt", message: "No alternative text." };
    const publish = scene.module.connect(scene.options()).publishChecks!;
    const report = {
      ...{ number, branch, commit, jobId, title: "2 new problems, 0 fixed", isClean: false },
      ...{
        url: "https://docs.example.com/jobs/1",
        annotations: [3, 9].map((line) => ({ ...problem, line })),
      },
    };
    await publish(report);
    await publish(report);
    const text = "image-alt: No alternative text.";
    expect(scene.state.insights).toEqual([
      {
        ...{ commit, key: "copydesk-checks", result: expect.stringMatching(/^PASS/) },
        annotations: [
          { id: "copydesk-checks-1", path: "index.md", line: 3, text },
          { id: "copydesk-checks-2", path: "index.md", line: 9, text },
        ],
      },
    ]);
  });

  test("a change that brings nothing has no report", async () => {
    const { scene } = await start();
    const { number, commit } = await openForFeedback(scene);
    await scene.module.connect(scene.options()).publishChecks!({
      ...{ number, branch, commit, jobId, title: "0 new problems, 1 fixed", isClean: true },
      ...{ url: "https://docs.example.com/jobs/1", annotations: [] },
    });
    expect(scene.state.insights).toEqual([]);
    expect(scene.shownChecks!(commit)).toHaveLength(1);
  });

  test("a fork is handed out when the host has filled it", async () => {
    const { scene, looksLeft } = await start();
    await scene.module.connect(scene.options()).ensureFork!();
    expect(looksLeft()).toEqual([0, 0]);
  });

  test("a branch of the repository is not the one of that name in the own fork", async () => {
    const { scene } = await start();
    const fork = await scene.module.connect(scene.options()).ensureFork!();
    await pushBranchTo(scene.forkFolder!, branch);
    const host = connect(scene);
    const unpushed = await makeDraft(scene, { branch: "copydesk/unused" });
    await host.openPullRequest({ ...unpushed, branch, fork });
    await host.openPullRequest(await makeDraft(scene));
    expect(scene.pullRequests()).toMatchObject([{ headOwner: "bot" }, { headOwner: null }]);
  });

  test("a host that will not have reviewers asked costs only them", async () => {
    const { scene } = await start();
    scene.fail({ when: ({ method }) => method === "PUT", times: 9, before: { status: 403 } });
    const draft = await makeDraft(scene, { reviewers: ["reviewer"] });
    expect(await connect(scene).openPullRequest(draft)).toMatchObject({ number: 1, state: "open" });
    expect(scene.pullRequests()).toMatchObject([{ reviewers: [] }]);
  });
});
