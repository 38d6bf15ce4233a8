import type { PullRequestDraft } from "../../src/code-hosts/types.ts";
import type { HostScene } from "../helpers/code-hosts/scene.ts";
import { pushBranchTo } from "../helpers/code-hosts/scene-repository.ts";

export const jobId = "job_0123456789abcdefghijkl";
export const branch = `copydesk/${jobId}`;

/** Pushes the branch for real and answers what a job would hand to the host. */
export async function makeDraft(
  scene: HostScene,
  more: Partial<PullRequestDraft> = {},
): Promise<PullRequestDraft> {
  const name = more.branch ?? branch;
  const headCommit = await pushBranchTo(scene.gitFolder, name);
  return {
    branch: name,
    baseRef: "main",
    baseCommit: "0".repeat(40),
    headCommit,
    title: "Explain the retry limit",
    body: "The page says what happens after the third attempt.\n\nCopydesk-Job: job_0123456789abcdefghijkl",
    draft: false,
    jobId,
    patch: "",
    checks: null,
    ...more,
  };
}

export function connect(scene: HostScene) {
  return scene.module.connect(scene.options()).pullRequests;
}

/** Requests to the API that change something. */
export function writes(scene: HostScene) {
  return scene.requests.filter(({ method }) => method !== "GET");
}
