import { expect } from "vitest";
import type { MergeInput } from "../../src/code-hosts/types.ts";
import { branchCommit } from "../helpers/code-hosts/branch-commits.ts";
import type { HostScene } from "../helpers/code-hosts/scene.ts";
import { pushBranchTo } from "../helpers/code-hosts/scene-repository.ts";
import { git } from "../helpers/git-fixture.ts";
import type { ContractCase } from "./contract-case.ts";
import { branch, connect, makeDraft, writes } from "./pull-request-draft.ts";

async function open(scene: HostScene, more: { draft?: boolean } = {}) {
  const draft = await makeDraft(scene, more);
  const { number } = await connect(scene).openPullRequest(draft);
  const { headCommit } = draft;
  const input = (changed: Partial<MergeInput> = {}): MergeInput => ({
    ...{ method: "merge", headCommit, title: "Explain the limit (#1)", message: "Reviewed by Ada." },
    ...changed,
  });
  return { number, headCommit, review: reviewOf(scene), input };
}

function reviewOf(scene: HostScene) {
  return scene.module.connect(scene.options()).review!;
}

/** An App's token for the hour is no decision. */
const decisions = (scene: HostScene) => writes(scene).filter(({ path }) => !/access_tokens$/.test(path));

const mainOf = (scene: HostScene) => branchCommit(scene.gitFolder, "main");

const show = (scene: HostScene, format: string) =>
  git(scene.gitFolder, ["log", "-1", `--format=${format}`, "main"]);

async function isMergedOnce(scene: HostScene, before: string) {
  const count = await git(scene.gitFolder, ["rev-list", "--count", "--first-parent", `${before}..main`]);
  expect(count).toBe("1");
  expect((await show(scene, "%P")).split(" ")[0]).toBe(before);
}

export const reviewCases: ContractCase[] = [
  {
    name: "what can be merged is said to be so, with its newest commit",
    run: async (scene) => {
      const { number, headCommit, review } = await open(scene);
      expect(await review.read(number)).toEqual({
        ...{ state: "open", headCommit, baseRef: "main", mergeable: true, conflicts: [], approvals: 0 },
        ...{ methods: ["merge", "squash"], canApprove: expect.any(Boolean), draft: false, why: null },
      });
    },
  },
  {
    name: "a merge has both parents and the given words",
    run: async (scene) => {
      const { number, headCommit, review, input } = await open(scene);
      const before = (await mainOf(scene))!;
      const { mergeCommit } = await review.merge(number, input());
      await isMergedOnce(scene, before);
      expect(await show(scene, "%P")).toBe(`${before} ${headCommit}`);
      expect(await show(scene, "%B")).toBe("Explain the limit (#1)\n\nReviewed by Ada.");
      expect([await mainOf(scene), null]).toContain(await wholeCommit(scene, mergeCommit));
      expect(await review.read(number)).toMatchObject({ state: "merged", headCommit, why: null });
      expect(await connect(scene).getPullRequest(number)).toMatchObject({ state: "merged" });
      expect(await branchCommit(scene.gitFolder, branch)).toBe(headCommit);
    },
  },
  {
    name: "a squash brings the change with the given words, and not the branch's commits",
    run: async (scene) => {
      const { number, headCommit, review, input } = await open(scene);
      const before = (await mainOf(scene))!;
      await review.merge(number, input({ method: "squash" }));
      await isMergedOnce(scene, before);
      expect(await git(scene.gitFolder, ["rev-list", "main"])).not.toContain(headCommit);
      expect(await show(scene, "%B")).toBe("Explain the limit (#1)\n\nReviewed by Ada.");
      expect(await git(scene.gitFolder, ["show", "main:index.md"])).toBe(`# ${branch}`);
    },
  },
  {
    name: "a branch that has moved since it was read is not merged, but stale",
    run: async (scene) => {
      const { number, review, input } = await open(scene);
      const before = await mainOf(scene);
      const moved = await pushBranchTo(scene.gitFolder, branch, branch);
      await expect(review.merge(number, input())).rejects.toMatchObject({ code: "stale_review" });
      await expect(review.approve(number, { headCommit: input().headCommit })).rejects.toMatchObject({
        code: "stale_review",
      });
      expect(await mainOf(scene)).toBe(before);
      expect(await review.read(number)).toMatchObject({ headCommit: moved, approvals: 0 });
    },
  },
  {
    name: "a branch that moves between the look and the merge is not merged where the host compares",
    needs: "boundMerges",
    run: async (scene) => {
      const { number, review, input } = await open(scene);
      const before = await mainOf(scene);
      let moved = false;
      const slow: typeof fetch = async (address, init) => {
        if (init?.method !== "GET" && !moved) {
          moved = true;
          await pushBranchTo(scene.gitFolder, branch, branch);
        }
        return await fetch(address, init);
      };
      const racing = scene.module.connect(scene.options({ fetch: slow })).review!;
      await expect(racing.merge(number, input())).rejects.toMatchObject({ code: "stale_review" });
      expect(await mainOf(scene)).toBe(before);
      expect(await review.read(number)).toMatchObject({ state: "open" });
    },
  },
  {
    name: "conflicts are said before and at the merge",
    run: async (scene) => {
      const { number, review, input } = await open(scene);
      const before = await pushBranchTo(scene.gitFolder, "main");
      // Some hosts try it in their own time.
      await expect.poll(async () => (await review.read(number)).mergeable).toBe(false);
      const state = await review.read(number);
      expect(state).toMatchObject({ state: "open", mergeable: false });
      expect(state.why).toMatch(/^It conflicts with main/);
      const conflicts = scene.features.namedConflicts ? ["index.md"] : [];
      expect(state.conflicts).toEqual(conflicts);
      await expect(review.merge(number, input())).rejects.toMatchObject({
        ...{ code: "merge_conflict", details: { conflicts } },
      });
      expect(await mainOf(scene)).toBe(before);
    },
  },
  {
    name: "merging again what is merged is a success, and writes nothing",
    run: async (scene) => {
      const { number, review, input } = await open(scene);
      const before = (await mainOf(scene))!;
      const first = await review.merge(number, input());
      const sent = decisions(scene).length;
      expect(await reviewOf(scene).merge(number, input())).toEqual(first);
      expect(decisions(scene).length).toBe(sent);
      await isMergedOnce(scene, before);
    },
  },
  {
    name: "what somebody merged on the host's pages is a success, at another commit it is not",
    run: async (scene) => {
      const { number, review, input } = await open(scene);
      await scene.merge(number);
      await expect(review.merge(number, input())).resolves.toBeDefined();
      const other = input({ headCommit: "1".repeat(40) });
      await expect(review.merge(number, other)).rejects.toMatchObject({ code: "merge_not_allowed" });
    },
  },
  {
    name: "a merge whose response is lost is made once and succeeds",
    run: async (scene) => {
      const { number, review, input } = await open(scene);
      const before = (await mainOf(scene))!;
      scene.fail({ when: ({ method }) => method !== "GET", after: "drop" });
      await review.merge(number, input());
      await isMergedOnce(scene, before);
    },
  },
  {
    name: "a merge that the host fails to begin is tried again",
    run: async (scene) => {
      const { number, review, input } = await open(scene);
      const before = (await mainOf(scene))!;
      scene.fail({ when: ({ method }) => method !== "GET", before: { status: 503 } });
      await review.merge(number, input());
      await isMergedOnce(scene, before);
    },
  },
  {
    name: "what the repository's rules refuse is merge_not_allowed in the host's words",
    run: async (scene) => {
      const { number, review, input } = await open(scene);
      const before = await mainOf(scene);
      scene.protect("Ada has to look at it first");
      await expect(review.merge(number, input())).rejects.toMatchObject({
        ...{ code: "merge_not_allowed", message: expect.stringContaining("Ada has to look at it first") },
      });
      expect(await mainOf(scene)).toBe(before);
      expect(await review.read(number)).toMatchObject({ state: "open" });
    },
  },
  {
    name: "a draft cannot be merged, and says so",
    needs: "drafts",
    run: async (scene) => {
      const { number, review, input } = await open(scene, { draft: true });
      const before = await mainOf(scene);
      const state = await review.read(number);
      expect(state).toMatchObject({ draft: true, why: expect.stringMatching(/still a draft/) });
      expect(state.mergeable).not.toBe(true);
      await expect(review.merge(number, input())).rejects.toMatchObject({ code: "merge_not_allowed" });
      expect(await mainOf(scene)).toBe(before);
    },
  },
  {
    name: "somebody else's pull request is approved, and may be approved once more",
    run: async (scene) => {
      const { number, headCommit, review } = await open(scene);
      scene.authoredBy(number, "writer");
      expect(await review.read(number)).toMatchObject({ approvals: 0, canApprove: true });
      await review.approve(number, { headCommit });
      const { approvals } = await review.read(number);
      expect(approvals).toBe(1);
      await review.approve(number, { headCommit, body: "Clear now." });
      expect((await review.read(number)).approvals).toBeGreaterThanOrEqual(approvals);
    },
  },
  {
    name: "one's own pull request is refused in the host's words, and said to be so before",
    needs: "refusesOwnApproval",
    run: async (scene) => {
      const { number, headCommit, review } = await open(scene);
      expect(await review.read(number)).toMatchObject({ canApprove: false });
      await expect(review.approve(number, { headCommit })).rejects.toMatchObject({
        code: "code_host_refused",
      });
      expect(await review.read(number)).toMatchObject({ approvals: 0 });
    },
  },
  {
    name: "a pull request is closed, also one that is closed already, and is not merged after that",
    run: async (scene) => {
      const { number, review, input } = await open(scene);
      const before = await mainOf(scene);
      await review.close(number);
      await review.close(number);
      expect(await review.read(number)).toMatchObject({ state: "closed", why: null });
      expect(scene.pullRequests()[0]).toMatchObject({ state: "closed" });
      await expect(review.merge(number, input())).rejects.toMatchObject({ code: "merge_not_allowed" });
      expect(await mainOf(scene)).toBe(before);
    },
  },
  {
    name: "one that was merged is not closed",
    run: async (scene) => {
      const { number, review, input } = await open(scene);
      await review.merge(number, input());
      await expect(review.close(number)).rejects.toMatchObject({ code: "merge_not_allowed" });
    },
  },
  {
    name: "a number that the repository does not have is pull_request_not_found",
    run: async (scene) => {
      const review = reviewOf(scene);
      const input: MergeInput = { method: "merge", headCommit: "1".repeat(40), title: "t", message: "" };
      const decisions = [() => review.read(987), () => review.close(987), () => review.merge(987, input)];
      for (const decide of decisions)
        await expect(decide()).rejects.toMatchObject({ code: "pull_request_not_found" });
    },
  },
  {
    name: "with revoked credentials nothing is decided",
    run: async (scene) => {
      const { number, input } = await open(scene);
      const before = await mainOf(scene);
      scene.revokeCredentials();
      await expect(reviewOf(scene).merge(number, input())).rejects.toMatchObject({
        code: "code_host_unauthorized",
      });
      expect(await mainOf(scene)).toBe(before);
    },
  },
];

/** Some hosts cut it. */
async function wholeCommit(scene: HostScene, commit: string | null): Promise<string | null> {
  return commit === null ? null : await git(scene.gitFolder, ["rev-parse", commit]);
}
