import { expect } from "vitest";
import { branchCommit } from "../helpers/code-hosts/branch-commits.ts";
import { pushBranchTo } from "../helpers/code-hosts/scene-repository.ts";
import type { ContractCase } from "./contract-case.ts";
import { branch, connect, jobId, makeDraft, writes } from "./pull-request-draft.ts";

export const pullRequestCases: ContractCase[] = [
  {
    name: "a branch without a pull request has none",
    run: async (scene) => {
      expect(await connect(scene).findPullRequest(branch)).toBeNull();
    },
  },
  {
    name: "an opened pull request has the number, the address and the branch of the host",
    run: async (scene) => {
      const opened = await connect(scene).openPullRequest(await makeDraft(scene));
      const [made] = scene.pullRequests();
      expect(opened).toEqual({ number: made!.number, url: expect.any(String), state: "open", branch });
      expect(opened.url).toMatch(new RegExp(`^https?://.*/${made!.number}$`));
      expect(made).toMatchObject({
        title: "Explain the retry limit",
        base: "main",
        head: branch,
        state: "open",
      });
    },
  },
  {
    name: "the body is written as given, with a hidden mark that names the job",
    run: async (scene) => {
      const draft = await makeDraft(scene, {
        body: "First *line*.\n\n- one\n- two & <three>\n\n```sh\necho $1\n```",
      });
      await connect(scene).openPullRequest(draft);
      const { body } = scene.pullRequests()[0]!;
      expect(body.startsWith(draft.body)).toBe(true);
      const mark = body.slice(draft.body.length);
      expect(mark).toMatch(/^\n+(<!-- copydesk:.*-->|\n\[\/\/\]: # \(copydesk:[^()]*\))\s*$/);
      expect(body).toContain(jobId);
    },
  },
  {
    name: "what was opened is found by its branch",
    run: async (scene) => {
      const opened = await connect(scene).openPullRequest(await makeDraft(scene));
      expect(await connect(scene).findPullRequest(branch)).toEqual(opened);
    },
  },
  {
    name: "the pull request of another branch is not found, also when its name begins the same",
    run: async (scene) => {
      await connect(scene).openPullRequest(await makeDraft(scene, { branch: `${branch}-2` }));
      expect(await connect(scene).findPullRequest(branch)).toBeNull();
    },
  },
  {
    name: "among 120 open pull requests the one of the branch is found",
    needs: "hasFastPushes",
    run: async (scene) => {
      await pushBranchTo(scene.gitFolder, branch);
      const number = scene.seedPullRequest({ head: branch, base: "main", title: "mine", body: "" });
      for (let at = 0; at < 120; at += 1) {
        scene.seedPullRequest({ head: `other-${at}`, base: "main", title: `other ${at}`, body: "" });
      }
      expect(await connect(scene).findPullRequest(branch)).toMatchObject({ number, state: "open" });
    },
  },
  {
    name: "a merged or closed pull request is not found by its branch",
    run: async (scene) => {
      const host = connect(scene);
      const first = await host.openPullRequest(await makeDraft(scene));
      scene.closePullRequest(first.number);
      expect(await host.findPullRequest(branch)).toBeNull();
      const second = await host.openPullRequest(await makeDraft(scene));
      expect(second.number).not.toBe(first.number);
      await scene.merge(second.number);
      expect(await host.findPullRequest(branch)).toBeNull();
    },
  },
  {
    name: "getPullRequest tells open, merged and closed apart",
    run: async (scene) => {
      const host = connect(scene);
      const one = await host.openPullRequest(await makeDraft(scene));
      const two = await host.openPullRequest(await makeDraft(scene, { branch: "copydesk/job_two" }));
      const three = await host.openPullRequest(await makeDraft(scene, { branch: "copydesk/job_three" }));
      await scene.merge(two.number);
      scene.closePullRequest(three.number);
      const states = await Promise.all([one, two, three].map(({ number }) => host.getPullRequest(number)));
      expect(states.map((found) => found?.state)).toEqual(["open", "merged", "closed"]);
      expect(states[1]).toMatchObject({ number: two.number, branch: "copydesk/job_two", url: two.url });
    },
  },
  {
    name: "a number that the repository does not have is null",
    run: async (scene) => {
      expect(await connect(scene).getPullRequest(987)).toBeNull();
    },
  },
  {
    name: "the host's word that there is one already makes it the job's own",
    run: async (scene) => {
      const draft = await makeDraft(scene);
      const number = scene.seedPullRequest({ head: branch, base: "main", title: "old", body: "old" });
      const opened = await connect(scene).openPullRequest(draft);
      expect(opened.number).toBe(number);
      expect(scene.pullRequests()).toHaveLength(1);
      expect(scene.pullRequests()[0]).toMatchObject({ title: draft.title });
      expect(scene.pullRequests()[0]!.body).toContain(draft.body);
    },
  },
  {
    name: "eight workers that open at once make one pull request",
    run: async (scene) => {
      const draft = await makeDraft(scene);
      const opened = await Promise.all(
        Array.from({ length: 8 }, () => connect(scene).openPullRequest(draft)),
      );
      expect(new Set(opened.map(({ number }) => number)).size).toBe(1);
      expect(scene.pullRequests().filter(({ state }) => state === "open")).toHaveLength(1);
    },
  },
  {
    name: "a branch that is not on the host is refused in the host's words, and nothing is opened",
    run: async (scene) => {
      const draft = { ...(await makeDraft(scene)), branch: "copydesk/job_never_pushed" };
      await expect(connect(scene).openPullRequest(draft)).rejects.toMatchObject({
        code: expect.stringMatching(/^(code_host_refused|ref_not_found)$/),
      });
      expect(scene.pullRequests()).toEqual([]);
    },
  },
  {
    name: "a base branch that is gone is ref_not_found",
    run: async (scene) => {
      const draft = await makeDraft(scene, { baseRef: "gone" });
      await expect(connect(scene).openPullRequest(draft)).rejects.toMatchObject({ code: "ref_not_found" });
      expect(scene.pullRequests()).toEqual([]);
    },
  },
  {
    name: "another base branch than the default one is taken",
    run: async (scene) => {
      await connect(scene).openPullRequest(await makeDraft(scene, { baseRef: "next" }));
      expect(scene.pullRequests()[0]).toMatchObject({ base: "next" });
    },
  },
  {
    name: "an update writes the new title and body",
    run: async (scene) => {
      const host = connect(scene);
      const draft = await makeDraft(scene);
      const { number } = await host.openPullRequest(draft);
      const updated = await host.updatePullRequest(number, {
        ...draft,
        title: "Another",
        body: "Other text.",
      });
      expect(updated).toMatchObject({ number, state: "open", branch });
      expect(scene.pullRequests()[0]).toMatchObject({ title: "Another" });
      expect(scene.pullRequests()[0]!.body).toMatch(/^Other text\.\n/);
    },
  },
  {
    name: "an update with the same title and body writes nothing",
    run: async (scene) => {
      const host = connect(scene);
      const draft = await makeDraft(scene);
      const { number } = await host.openPullRequest(draft);
      const before = writes(scene).length;
      await host.updatePullRequest(number, draft);
      expect(writes(scene).slice(before)).toEqual([]);
    },
  },
  {
    name: "what people wrote stays as long as the job has nothing new to say",
    run: async (scene) => {
      const host = connect(scene);
      const draft = await makeDraft(scene);
      const { number } = await host.openPullRequest(draft);
      const { body } = scene.pullRequests()[0]!;
      scene.editPullRequest(number, { title: "A person's title", body: `A person's words.\n\n${body}` });
      await host.updatePullRequest(number, draft);
      expect(scene.pullRequests()[0]).toMatchObject({ title: "A person's title" });
      expect(scene.pullRequests()[0]!.body).toContain("A person's words.");
    },
  },
  {
    name: "an update moves the pull request to the base branch of now",
    run: async (scene) => {
      const host = connect(scene);
      const draft = await makeDraft(scene);
      const { number } = await host.openPullRequest(draft);
      await host.updatePullRequest(number, { ...draft, baseRef: "next" });
      expect(scene.pullRequests()[0]).toMatchObject({ base: "next" });
    },
  },
  {
    name: "an update of a number that is not there is pull_request_not_found",
    run: async (scene) => {
      const draft = await makeDraft(scene);
      await expect(connect(scene).updatePullRequest(987, draft)).rejects.toMatchObject({
        code: "pull_request_not_found",
      });
    },
  },
  {
    name: "titles with quotes, emoji, brackets and right-to-left letters arrive unchanged",
    run: async (scene) => {
      const title = `“Quotes” & <b>tags</b> 🚀 [x](y) שלום \\ 100%`;
      await connect(scene).openPullRequest(await makeDraft(scene, { title }));
      expect(scene.pullRequests()[0]).toMatchObject({ title });
    },
  },
  {
    name: "a body longer than the host takes is cut, says so, and keeps its mark",
    run: async (scene) => {
      const body = `${"0123456789 words of a long text 🚀 ".repeat(60_000)}the end`;
      const host = connect(scene);
      const draft = await makeDraft(scene, { body });
      const { number } = await host.openPullRequest(draft);
      const written = scene.pullRequests()[0]!.body;
      expect(written.length).toBeLessThan(body.length);
      expect(written).toContain("Cut here");
      expect(written).toContain(jobId);
      expect(written.isWellFormed()).toBe(true);
      const before = writes(scene).length;
      await host.updatePullRequest(number, draft);
      expect(writes(scene).length).toBe(before);
    },
  },
  {
    name: "a draft is a draft, by the host's own means",
    needs: "drafts",
    run: async (scene) => {
      const opened = await connect(scene).openPullRequest(await makeDraft(scene, { draft: true }));
      expect(scene.pullRequests()[0]).toMatchObject({ draft: true });
      expect(await connect(scene).findPullRequest(branch)).toEqual(opened);
    },
  },
  {
    name: "an update neither makes a draft of it nor takes that away",
    needs: "drafts",
    run: async (scene) => {
      const host = connect(scene);
      const draft = await makeDraft(scene, { draft: true });
      const { number } = await host.openPullRequest(draft);
      await host.updatePullRequest(number, { ...draft, title: "New title" });
      expect(scene.pullRequests()[0]).toMatchObject({ draft: true });
      expect(scene.pullRequests()[0]!.title).toContain("New title");
    },
  },
  {
    name: "labels are given by name",
    needs: "labels",
    run: async (scene) => {
      await connect(scene).openPullRequest(await makeDraft(scene, { labels: ["docs", "automated"] }));
      expect(scene.pullRequests()[0]!.labels.toSorted()).toEqual(["automated", "docs"]);
    },
  },
  {
    name: "a label that the repository does not have is made or left out, and the pull request is open all the same",
    needs: "labels",
    run: async (scene) => {
      const opened = await connect(scene).openPullRequest(
        await makeDraft(scene, { labels: ["docs", "brand new"] }),
      );
      expect(opened.state).toBe("open");
      expect(scene.pullRequests()[0]!.labels).toContain("docs");
    },
  },
  {
    name: "reviewers are asked",
    needs: "reviewers",
    run: async (scene) => {
      await connect(scene).openPullRequest(await makeDraft(scene, { reviewers: ["reviewer", "writer"] }));
      expect(scene.pullRequests()[0]!.reviewers.toSorted()).toEqual(["reviewer", "writer"]);
    },
  },
  {
    name: "a reviewer that the host does not know costs nothing but that reviewer",
    needs: "reviewers",
    run: async (scene) => {
      await connect(scene).openPullRequest(
        await makeDraft(scene, { reviewers: ["nobody-here", "reviewer"] }),
      );
      expect(scene.pullRequests()[0]!.reviewers).toEqual(["reviewer"]);
    },
  },
  {
    name: "assignees are set",
    needs: "assignees",
    run: async (scene) => {
      await connect(scene).openPullRequest(await makeDraft(scene, { assignees: ["writer"] }));
      expect(scene.pullRequests()[0]!.assignees).toEqual(["writer"]);
    },
  },
  {
    name: "an assignee that the host does not know costs nothing but that assignee",
    needs: "assignees",
    run: async (scene) => {
      const opened = await connect(scene).openPullRequest(
        await makeDraft(scene, { assignees: ["nobody-here"] }),
      );
      expect(opened.state).toBe("open");
      expect(scene.pullRequests()[0]!.assignees).toEqual([]);
    },
  },
  {
    name: "an update takes no label, reviewer or assignee away that people have given",
    needs: "labels",
    run: async (scene) => {
      const host = connect(scene);
      const draft = await makeDraft(scene, { labels: ["docs"] });
      const { number } = await host.openPullRequest(draft);
      await host.updatePullRequest(number, { ...draft, title: "New title", labels: [] });
      expect(scene.pullRequests()[0]!.labels).toContain("docs");
    },
  },
  {
    name: "a branch of a fork is proposed to the repository itself",
    needs: "forks",
    run: async (scene) => {
      const connection = scene.module.connect(scene.options());
      const fork = await connection.ensureFork!();
      expect(fork.owner).toBe("bot");
      expect(await connection.ensureFork!()).toEqual(fork);
      await pushBranchTo(scene.forkFolder, branch);
      const draft = { ...(await makeDraft(scene, { branch: "copydesk/unused" })), branch, fork };
      const opened = await connection.pullRequests.openPullRequest(draft);
      expect(scene.pullRequests()[0]).toMatchObject({ head: branch, headOwner: "bot", base: "main" });
      expect(await connection.pullRequests.findPullRequest(branch)).toEqual(opened);
      expect(await connection.pullRequests.openPullRequest(draft)).toEqual(opened);
    },
  },
  {
    name: "a commit through the API is on the branch, on top of its parent",
    needs: "apiCommits",
    run: async (scene) => {
      const parent = (await branchCommit(scene.gitFolder, "main"))!;
      const files = [
        { path: "docs/new.md", content: Buffer.from("# New\n\n🚀\n") },
        { path: "index.md", content: null },
      ];
      const connection = scene.module.connect(scene.options());
      const commit = await connection.commitFiles!({ branch, parent, message: "Add a page\n\nBody.", files });
      expect(await branchCommit(scene.gitFolder, branch)).toBe(commit);
    },
  },
];
