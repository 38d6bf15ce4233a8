import { afterEach, beforeEach, describe, expect, type TestOptions, test } from "vitest";
import { branchCommit } from "../helpers/code-hosts/branch-commits.ts";
import { type HostedProject, hostProject } from "../helpers/code-hosts/hosted-project.ts";
import type { HostScene, SceneFeatures, StartScene } from "../helpers/code-hosts/scene.ts";
import { commitAll, git, writeFiles } from "../helpers/git-fixture.ts";

const sayGoodDay = 'Replace "Hello" with "Good day"';

/** Whole jobs of a project on the host: real git over HTTP, the host's API, a worker. */
export function describeWholeJob(
  { name, host, features }: { name: string; host: string; features: SceneFeatures },
  start: StartScene,
  options: TestOptions = {},
): void {
  describe(`a job of a project on ${name}`, options, () => {
    let scene: HostScene;
    let project: HostedProject;

    beforeEach(async () => {
      scene = await start();
      project = await hostProject(scene, { host });
    });

    afterEach(async () => {
      await project?.remove();
      await scene.close();
    });

    const show = (ref: string, path = "index.md") => git(scene.gitFolder, ["show", `${ref}:${path}`]);

    test("ends with its branch pushed and its pull request open", async () => {
      const job = await project.untilEnded(await project.create(sayGoodDay));
      expect(job, job.message).toMatchObject({ status: "completed", reason: "pull_request_opened" });
      const [made] = scene.pullRequests();
      expect(job.pullRequest).toMatchObject({ number: made!.number, state: "open", branch: job.branch });
      expect(made).toMatchObject({ head: job.branch, base: "main", headOwner: null });
      expect(await show(job.branch)).toContain("Good day.");
      const message = await git(scene.gitFolder, ["log", "-1", "--format=%B", job.branch]);
      expect(message).toContain(`Copydesk-Job: ${job.id}`);
    });

    test("tells the host what the checks say of its commit", async () => {
      const job = await project.untilEnded(await project.create(sayGoodDay));
      const shown = scene.shownChecks!((await branchCommit(scene.gitFolder, job.branch))!);
      const url = expect.stringMatching(new RegExp(`/jobs/${job.id}$`));
      expect(shown).toMatchObject([{ name: "copydesk/checks", text: "0 new problems, 0 fixed", url }]);
    });

    test("is completed also where the host does not take the report of the checks", async () => {
      const isReport = /\/(statuses|check-runs|build-status)\b/;
      scene.fail({
        when: ({ method, path }) => method === "POST" && isReport.test(path),
        before: { status: 403, body: { message: "You may not." } },
      });
      const job = await project.untilEnded(await project.create(sayGoodDay));
      expect(job, job.message).toMatchObject({ status: "completed", reason: "pull_request_opened" });
      expect(scene.shownChecks!((await branchCommit(scene.gitFolder, job.branch))!)).toEqual([]);
    });

    test("goes on with the same pull request in its next turn, and opens another one after a merge", async () => {
      const id = await project.create(sayGoodDay);
      const first = await project.untilEnded(id);
      await project.followUp(id, 'Replace "Welcome" with "Hello and welcome"');
      const second = await project.untilEnded(id);
      expect(second).toMatchObject({ reason: "pull_request_updated", pullRequest: first.pullRequest });
      expect(await show(second.branch)).toBe("# Hello and welcome\n\nGood day.");
      await scene.merge(first.pullRequest!.number);
      await project.followUp(id, 'Replace "Good day" with "Good evening"');
      const third = await project.untilEnded(id);
      expect(third.reason).toBe("pull_request_opened");
      expect(third.pullRequest!.number).not.toBe(first.pullRequest!.number);
      expect(scene.pullRequests().map(({ state }) => state)).toEqual(["merged", "open"]);
    });

    test("has what the project asks for: labels, reviewers, assignees, draft, author, co-authors", async () => {
      await project.set({
        pullRequests: { labels: ["docs"], reviewers: ["reviewer"], assignees: ["writer"], draft: true },
        commits: {
          author: { name: "Docs Bot", email: "bot@example.com" },
          coAuthors: ["A Writer <writer@example.com>"],
        },
      });
      const job = await project.untilEnded(await project.create(sayGoodDay));
      expect(job.reason).toBe("pull_request_opened");
      expect(scene.pullRequests()[0]).toMatchObject({
        draft: features.drafts,
        labels: features.labels ? ["docs"] : [],
        reviewers: features.reviewers ? ["reviewer"] : [],
        assignees: features.assignees ? ["writer"] : [],
      });
      const commit = await git(scene.gitFolder, [
        "log",
        "-1",
        "--format=%an <%ae>%n%cn <%ce>%n%B",
        job.branch,
      ]);
      expect(commit.split("\n").slice(0, 2)).toEqual(Array(2).fill("Docs Bot <bot@example.com>"));
      expect(commit).toContain("Co-authored-by: A Writer <writer@example.com>");
    });

    test("fills the repository's template in", async ({ skip }) => {
      const [path] = scene.module.facts.templatePaths;
      if (path === undefined) return skip("the host keeps no template in a file");
      const worktree = `${scene.gitFolder}.work`;
      await git(scene.gitFolder, ["worktree", "add", "--quiet", worktree, "main"]);
      await writeFiles(worktree, {
        [path]: "## What\n<!-- Say what. -->\n\n## Checklist\n- [ ] Read the guide\n",
      });
      await commitAll(worktree, "template");
      await git(scene.gitFolder, ["worktree", "remove", "--force", worktree]);
      await project.untilEnded(await project.create(sayGoodDay));
      const { body } = scene.pullRequests()[0]!;
      expect(body).toMatch(/^## What\n\n[^<]/);
      expect(body).toContain("## Checklist\n- [ ] Read the guide");
    });

    test("opens it on the branch that its base was renamed to meanwhile", async () => {
      const id = await project.create(sayGoodDay);
      await project.untilEnded(id);
      if (scene.renameMain) scene.renameMain("trunk");
      else {
        await git(scene.gitFolder, ["branch", "-m", "main", "trunk"]);
        await git(scene.gitFolder, ["symbolic-ref", "HEAD", "refs/heads/trunk"]);
      }
      scene.closePullRequest(scene.pullRequests()[0]!.number);
      await project.followUp(id, 'Replace "Good day" with "Good evening"');
      const job = await project.untilEnded(id);
      expect(job).toMatchObject({ status: "completed" });
      expect(scene.pullRequests().at(-1)).toMatchObject({ state: "open", base: "trunk" });
    });

    test("goes to a fork where pushing to the repository is not allowed and the project permits it", async ({
      skip,
    }) => {
      if (!features.forks) return skip();
      scene.refusePushes();
      await project.set({ pullRequests: { fork: true } });
      const id = await project.create(sayGoodDay);
      const job = await project.untilEnded(id);
      expect(job, job.message).toMatchObject({ status: "completed", reason: "pull_request_opened" });
      expect(scene.pullRequests()[0]).toMatchObject({ headOwner: "bot", head: job.branch });
      expect(await branchCommit(scene.gitFolder, job.branch)).toBeNull();
      await project.followUp(id, 'Replace "Welcome" with "Hello and welcome"');
      const second = await project.untilEnded(id);
      expect(second).toMatchObject({ status: "completed", reason: "pull_request_updated" });
      expect(await git(scene.forkFolder, ["show", `${job.branch}:index.md`])).toBe(
        "# Hello and welcome\n\nGood day.",
      );
      expect(scene.pullRequests()).toHaveLength(1);
    });

    test("is committed by the host's API where the project wants that, over two turns", async ({ skip }) => {
      if (!features.apiCommits) return skip();
      await project.set({ commits: { throughApi: true } });
      const id = await project.create(sayGoodDay);
      const job = await project.untilEnded(id);
      expect(job, job.message).toMatchObject({ status: "completed", reason: "pull_request_opened" });
      expect(await show(job.branch)).toContain("Good day.");
      const [row] = await project.query<{ head_commit: string }>("select head_commit from jobs");
      expect(row!.head_commit).toBe(await branchCommit(scene.gitFolder, job.branch));
      expect(await git(scene.gitFolder, ["rev-parse", `${job.branch}^`])).toBe(
        await branchCommit(scene.gitFolder, "main"),
      );
      await project.followUp(id, 'Replace "Welcome" with "Hello and welcome"');
      expect(await project.untilEnded(id)).toMatchObject({ reason: "pull_request_updated" });
      expect(await show(job.branch)).toBe("# Hello and welcome\n\nGood day.");
    });

    test("fails in the host's words when pushing is not allowed and no fork is permitted, and keeps its work", async () => {
      scene.refusePushes();
      const job = await project.untilEnded(await project.create(sayGoodDay));
      expect(job).toMatchObject({ status: "failed", pullRequest: null });
      expect(job.reason).toMatch(/^(code_host_error|repository_error)$/);
      const [{ patch }] = (await project.query<{ patch: string }>("select patch from jobs")) as [
        { patch: string },
      ];
      expect(patch).toContain("+Good day.");
    });

    test("fails with revoked credentials, and no credential is anywhere in the store but encrypted", async () => {
      const done = await project.untilEnded(await project.create(sayGoodDay));
      expect(done.status).toBe("completed");
      scene.revokeCredentials();
      const job = await project.untilEnded(await project.create('Replace "Welcome" with "Hi"'));
      expect(job.status).toBe("failed");
      expect(job.reason).toMatch(/^(code_host_error|repository_error)$/);
      const { token, app } = scene.options().credentials;
      const words = [token, app?.privateKey.split("\n")[1]].filter((word) => word !== undefined);
      const tables = ["jobs", "job_events", "projects", "pull_requests"];
      for (const table of tables) {
        const rows = JSON.stringify(await project.query(`select * from ${table}`));
        for (const word of words) expect(rows.includes(word)).toBe(false);
      }
    });
  });
}
