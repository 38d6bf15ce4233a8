import { afterAll, afterEach, describe, expect, test } from "vitest";
import { prepareDataCenterScenes } from "../helpers/code-hosts/bitbucket-data-center-scene.ts";
import { prepareBitbucketScenes } from "../helpers/code-hosts/bitbucket-scene.ts";
import { pushBranchTo } from "../helpers/code-hosts/scene-repository.ts";
import { branch, connect, makeDraft, writes } from "./pull-request-draft.ts";

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
