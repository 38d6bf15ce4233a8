import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { azureDevopsModule } from "../../src/code-hosts/azure-devops/module.ts";
import { type AzureScene, prepareAzureScenes } from "../helpers/code-hosts/azure-scene.ts";
import { bits, findUser, guid } from "../helpers/code-hosts/azure-state.ts";
import type { FakeRequest } from "../helpers/code-hosts/fake-server.ts";
import { pushBranchTo } from "../helpers/code-hosts/scene-repository.ts";
import { branch, connect, makeDraft } from "./pull-request-draft.ts";

const scenes = await prepareAzureScenes();
let scene: AzureScene;

beforeEach(async () => {
  scene = await scenes.start();
});
afterEach(() => scene.close());
afterAll(() => scenes.close());

describe("who may push", () => {
  const canWrite = (id: string) => azureDevopsModule.connect(scene.options()).canWrite(id);

  test("a denial counts more than what a group gives", async () => {
    scene.state.denied.set("writer", bits.contribute);
    expect(await canWrite(scene.userId("writer"))).toBe(false);
  });

  test("an account that is not active any more may not", async () => {
    findUser(scene.state, "writer")!.isActive = false;
    expect(await canWrite(scene.userId("writer"))).toBe(false);
  });

  test("a team writes no comments", async () => {
    const team = "[Team Docs]\\Writers";
    scene.state.permissions.set(team, bits.contribute);
    expect(await canWrite(scene.userId(team))).toBe(false);
  });

  test("a token that may not look for people is told so, by the scope's name", async () => {
    scene.state.scopes.delete("identity");
    await expect(canWrite(scene.userId("writer"))).rejects.toMatchObject({
      code: "code_host_forbidden",
      message: expect.stringContaining("Identity (Read)"),
    });
  });
});

describe("forks", () => {
  const ensureFork = () => azureDevopsModule.connect(scene.options()).ensureFork!();
  const isForking = ({ method, path }: FakeRequest) => method === "POST" && /\/repositories\?/.test(path);

  test("it is waited for until the branches are copied", async () => {
    await ensureFork();
    expect(scene.state.forks).toMatchObject([{ name: "docs.bot", looksUntilFilled: 0 }]);
    expect(scene.requests.filter(({ path }) => path.includes("/refs?"))).toHaveLength(3);
  });

  test.each([{ before: "drop" }, { after: "drop" }] as const)(
    "an answer that is lost (%o) makes one",
    async (fault) => {
      scene.fail({ when: isForking, ...fault });
      expect(await ensureFork()).toMatchObject({ owner: "bot" });
      expect(scene.state.forks).toHaveLength(1);
    },
  );

  test("another repository of its name is not taken for it", async () => {
    const { state } = scene;
    const other = { ...state.repository, id: guid(77), name: "other" };
    state.forks.push(other, { ...state.repository, id: guid(78), name: "docs.bot", parent: other });
    await expect(ensureFork()).rejects.toMatchObject({ code: "code_host_refused" });
  });

  test("a token that may not make repositories is told so, by the scope's name", async () => {
    scene.state.scopes.delete("code_manage");
    await expect(ensureFork()).rejects.toMatchObject({
      code: "code_host_forbidden",
      message: expect.stringContaining("Code (Read, write, & manage)"),
    });
  });

  test("a fork that is gone is told so, and nothing is opened", async () => {
    const fork = { owner: "bot", repository: scene.repository.replace(/docs$/, "docs.bot") };
    await pushBranchTo(scene.gitFolder, branch);
    const draft = await makeDraft(scene, { fork });
    await expect(connect(scene).openPullRequest(draft)).rejects.toMatchObject({ code: "code_host_refused" });
    expect(scene.pullRequests()).toEqual([]);
  });
});
