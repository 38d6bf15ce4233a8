import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import {
  type GiteaScene,
  type GiteaScenes,
  prepareGiteaScenes,
} from "../../test/helpers/code-hosts/gitea-scene.ts";
import { pushBranchTo } from "../../test/helpers/code-hosts/scene-repository.ts";
import { useCleanups } from "../../test/helpers/use-cleanups.ts";
import { readConfig } from "../config.ts";
import { createKnownSecrets } from "../outgoing/known-secrets.ts";
import { sealCredentials } from "../secrets/project-credentials.ts";
import { createSecretBox } from "../secrets/secret-box.ts";
import type { Database } from "../store/database.ts";
import { createProjectHosts } from "./open-project-host.ts";

const checking = "The host is still checking whether this can be merged.";
const { folder } = useCleanups();
const projectId = "prj_0123456789abcdefghijkl";
let scenes: GiteaScenes;
let scene: GiteaScene;

beforeAll(async () => {
  scenes = await prepareGiteaScenes("gitea");
});
afterAll(() => scenes.close());
beforeEach(async () => {
  scene = await scenes.start();
});
afterEach(() => scene.close());

/** Opens the reviews of a project on a Gitea that calls no pull request mergeable. */
async function openBusy() {
  scene.state.isBusy = true;
  const secretBox = createSecretBox(Buffer.alloc(32, 1));
  const settings = { COPYDESK_DATA: await folder(), COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes" };
  const open = createProjectHosts({
    ...{ database: {} as Database, publicUrl: () => "", config: readConfig(settings), secretBox, fetch },
    knownSecrets: createKnownSecrets(),
  });
  const { repository, apiUrl, credentials } = scene.options();
  const sealed = sealCredentials(secretBox, projectId, credentials);
  const project = { projectId, repository, host: "gitea", hostUrl: apiUrl, credentials: sealed };
  const { connection } = open(project, undefined);
  return connection.review!;
}

async function openPullRequest() {
  const head = "copydesk/job_1";
  const headCommit = await pushBranchTo(scene.gitFolder, head);
  const number = scene.seedPullRequest({ head, base: "main", title: "Change", body: "" });
  return { number, headCommit };
}

test("a pull request that a busy host has not tried is no conflict", async () => {
  const { number } = await openPullRequest();
  const review = await openBusy();
  expect(await review.read(number)).toMatchObject({ mergeable: null, conflicts: [], why: checking });
});

test("a conflict is reported, with its files, once our own merge has shown it, however busy the host is", async () => {
  const { number, headCommit } = await openPullRequest();
  await pushBranchTo(scene.gitFolder, "main");
  const review = await openBusy();
  const conflict = { mergeable: false, conflicts: ["index.md"], why: "It conflicts with main in index.md." };
  await expect.poll(() => review.read(number), { timeout: 60_000 }).toMatchObject(conflict);
  const merge = { method: "merge", headCommit, title: "Change", message: "" } as const;
  await expect
    .poll(() => review.merge(number, merge).catch((error: { code: string }) => error.code), {
      timeout: 60_000,
    })
    .toBe("merge_conflict");
});
