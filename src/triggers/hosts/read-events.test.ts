import { describe, expect, test } from "vitest";
import { judgeEvent } from "../judge-event.ts";
import { readAzureEvent } from "./read-azure-event.ts";
import { readBitbucketEvent } from "./read-bitbucket-event.ts";
import { readGithubEvent } from "./read-github-event.ts";
import { readGitlabEvent } from "./read-gitlab-event.ts";

const before = "a".repeat(40);
const after = "b".repeat(40);
const gone = "0".repeat(40);

/** Deliveries in each host's documented form, without unused fields. */
const github = {
  repository: { full_name: "acme/api", html_url: "https://github.com/acme/api" },
  sender: { login: "ada" },
};
const gitlab = { project: { web_url: "https://gitlab.com/acme/api" }, user: { username: "ada" } };
const bitbucket = {
  actor: { nickname: "ada", account_id: "557058:1" },
  repository: { links: { html: { href: "https://bitbucket.org/acme/api" } } },
};
const azure = { remoteUrl: "https://dev.azure.com/acme/api/_git/api" };

const githubPush = (ref: string, message: string, head = after) => ({
  ...github,
  ...{ ref, before, after: head, pusher: { name: "ada", email: "ada@example.com" } },
  commits: [{ id: after, message, added: ["src/new.ts"], removed: ["src/old.ts"], modified: ["src/a.ts"] }],
  head_commit: { id: after, message, url: `https://github.com/acme/api/commit/${after}` },
});

const gitlabPush = (ref: string, kind = "push") => ({
  ...{ object_kind: kind, ref, before, after, user_username: "ada", project: gitlab.project },
  commits: [
    { id: after, message: "Add x", url: "https://gitlab.com/c", added: ["x"], modified: [], removed: [] },
  ],
});

describe("a push", () => {
  const told = { kind: "push", ref: "main", commit: after, before, author: "ada" };

  test("of GitHub, Gitea and Forgejo", () => {
    expect(readGithubEvent("push", githubPush("refs/heads/main", "Add x"))).toEqual([
      {
        ...told,
        repository: "https://github.com/acme/api",
        paths: ["src/new.ts", "src/a.ts", "src/old.ts"],
        url: `https://github.com/acme/api/commit/${after}`,
        text: "Add x",
      },
    ]);
  });

  test("of GitLab", () => {
    expect(readGitlabEvent(gitlabPush("refs/heads/main"))).toMatchObject([
      { ...told, repository: "https://gitlab.com/acme/api", paths: ["x"], text: "Add x" },
    ]);
  });

  test("of Bitbucket: one per branch, none for a deleted one", () => {
    const end = (name: string) => ({ type: "branch", name, target: { hash: after, message: "Add x" } });
    const old = { ...end("main"), target: { hash: before } };
    const changes = [
      { new: end("main"), old },
      { new: end("next"), old: null },
      { new: null, old },
    ];
    const events = readBitbucketEvent("repo:push", { ...bitbucket, push: { changes } });
    expect(events).toMatchObject([
      { ...told, repository: "https://bitbucket.org/acme/api" },
      { kind: "push", ref: "next" },
    ]);
    expect(events.length).toBe(2);
  });

  test("of Azure", () => {
    const update = { name: "refs/heads/main", oldObjectId: before, newObjectId: after };
    const removed = { name: "refs/heads/old", oldObjectId: before, newObjectId: gone };
    const resource = {
      repository: azure,
      pushedBy: { uniqueName: "ada", displayName: "Ada" },
      ...{ refUpdates: [update, removed], commits: [{ comment: "Add x" }] },
    };
    expect(readAzureEvent({ eventType: "git.push", resource })).toMatchObject([
      { ...told, repository: azure.remoteUrl, text: "Add x" },
    ]);
  });

  test("that deletes a branch starts nothing", () => {
    expect(readGithubEvent("push", githubPush("refs/heads/main", "x", gone))).toEqual([]);
    expect(readGitlabEvent({ ...gitlabPush("refs/heads/main"), after: gone })).toEqual([]);
  });
});

describe("a tag and a release", () => {
  const told = { kind: "release", ref: "v2.1" };

  test("are the same to a trigger", () => {
    expect(readGithubEvent("push", githubPush("refs/tags/v2.1", "x"))).toMatchObject([told]);
    expect(readGitlabEvent(gitlabPush("refs/tags/v2.1", "tag_push"))).toMatchObject([told]);
    const release = { tag_name: "v2.1", name: "Faster", body: "What is new", author: { login: "ada" } };
    const published = { ...github, action: "published", release };
    expect(readGithubEvent("release", published)).toMatchObject([{ ...told, title: "Faster" }]);
    const own = { object_kind: "release", action: "create", tag: "v2.1", name: "Faster", ...gitlab };
    expect(readGitlabEvent(own)).toMatchObject([{ ...told, title: "Faster" }]);
    const tag = { type: "tag", name: "v2.1", target: { hash: after } };
    const pushed = { ...bitbucket, push: { changes: [{ new: tag, old: null }] } };
    expect(readBitbucketEvent("repo:push", pushed)).toMatchObject([told]);
  });

  test("that is a draft, or edited, starts nothing", () => {
    const release = { tag_name: "v2.1" };
    expect(readGithubEvent("release", { ...github, action: "created", release })).toEqual([]);
    expect(readGithubEvent("release", { ...github, action: "edited", release })).toEqual([]);
  });
});

describe("a merge", () => {
  const told = { kind: "merge", ref: "main", before: "feature", number: 7, title: "Add x", text: "Why" };
  const pullRequest = {
    ...{ number: 7, title: "Add x", body: "Why", merged: true, merge_commit_sha: after },
    ...{ base: { ref: "main" }, head: { ref: "feature" }, labels: [{ name: "api" }], user: { login: "ada" } },
  };
  const closed = { ...github, action: "closed", pull_request: pullRequest };

  test("of each host", () => {
    expect(readGithubEvent("pull_request", closed)).toMatchObject([
      { ...told, labels: ["api"], commit: after },
    ]);
    const attributes = {
      ...{ action: "merge", iid: 7, title: "Add x", description: "Why", merge_commit_sha: after },
      ...{ source_branch: "feature", target_branch: "main" },
    };
    const merged = { object_kind: "merge_request", ...gitlab, labels: [{ title: "api" }] };
    expect(readGitlabEvent({ ...merged, object_attributes: attributes })).toMatchObject([
      { ...told, labels: ["api"], commit: after },
    ]);
    const branch = (name: string) => ({ branch: { name } });
    const one = { id: 7, title: "Add x", description: "Why", merge_commit: { hash: after } };
    const fulfilled = {
      ...bitbucket,
      pullrequest: { ...one, source: branch("feature"), destination: branch("main") },
    };
    expect(readBitbucketEvent("pullrequest:fulfilled", fulfilled)).toMatchObject([
      { ...told, commit: after },
    ]);
    const resource = {
      ...{ repository: azure, status: "completed", pullRequestId: 7, title: "Add x", description: "Why" },
      ...{ sourceRefName: "refs/heads/feature", targetRefName: "refs/heads/main" },
      ...{ lastMergeCommit: { commitId: after }, labels: [{ name: "api" }] },
    };
    expect(readAzureEvent({ eventType: "git.pullrequest.merged", resource })).toMatchObject([told]);
  });

  test("that was closed without one starts nothing", () => {
    const unmerged = { ...closed, pull_request: { ...pullRequest, merged: false } };
    expect(readGithubEvent("pull_request", unmerged)).toEqual([]);
    expect(readGithubEvent("pull_request", { ...closed, action: "opened" })).toEqual([]);
  });
});

describe("a comment", () => {
  test("of each host that sends them", () => {
    const issue = { number: 3, title: "Wrong page", body: "It is", user: { login: "bob" } };
    const said = { body: "@copydesk please", user: { login: "ada" } };
    const told = { kind: "comment", number: 3, author: "ada", text: "@copydesk please" };
    expect(
      readGithubEvent("issue_comment", { ...github, action: "created", issue, comment: said }),
    ).toMatchObject([told]);
    expect(readGithubEvent("issues", { ...github, action: "opened", issue })).toMatchObject([
      { ...told, author: "bob", text: "It is" },
    ]);
    expect(readGithubEvent("issue_comment", { ...github, action: "edited", issue, comment: said })).toEqual(
      [],
    );
    const note = { object_kind: "note", ...gitlab, issue: { iid: 3, title: "Wrong page" } };
    const noted = { ...note, object_attributes: { note: "@copydesk please", system: false } };
    expect(readGitlabEvent(noted)).toMatchObject([told]);
    expect(readGitlabEvent({ ...note, object_attributes: { note: "closed", system: true } })).toEqual([]);
    const comment = { content: { raw: "@copydesk please" } };
    const commented = { ...bitbucket, comment, issue: { id: 3, title: "Wrong page" } };
    expect(readBitbucketEvent("issue:comment_created", commented)).toMatchObject([
      { ...told, author: "557058:1" },
    ]);
  });
});

test("unused events and invalid deliveries start nothing", () => {
  expect(readGithubEvent("star", { action: "created" })).toEqual([]);
  expect(readGitlabEvent({ object_kind: "pipeline" })).toEqual([]);
  expect(readBitbucketEvent("repo:fork", {})).toEqual([]);
  expect(readAzureEvent({ eventType: "build.complete" })).toEqual([]);
  for (const strange of [null, 1, "x", [], { commits: "many" }]) {
    expect(readGitlabEvent(strange)).toEqual([]);
    expect(() => readGithubEvent("push", strange)).toThrow();
  }
});

test("Copydesk's own pushes and merges start nothing, however they were merged", () => {
  const trigger = { kind: "source_change", settings: {} } as const;
  const judge = (event: ReturnType<typeof readGithubEvent>[number]) => judgeEvent(trigger, event);
  const ours = "Copydesk did this itself";
  const [branch] = readGithubEvent("push", githubPush("refs/heads/copydesk/job_1", "Say webhook"));
  expect(judge(branch!)).toBe(ours);
  const squash = "Say webhook (#7)\n\nCopydesk-Job: job_0123456789abcdefghijkl";
  const [squashed] = readGithubEvent("push", githubPush("refs/heads/main", squash));
  expect(judge(squashed!)).toBe(ours);
  const [other] = readGithubEvent("push", githubPush("refs/heads/main", "Say webhook"));
  expect(judge(other!)).toBe(null);
});

describe("a push of Copydesk's own commits", () => {
  const our = { message: "Say webhook\n\nCopydesk-Job: job_0123456789abcdefghijkl", added: ["docs/a.md"] };
  const merge = { message: "Merge branch 'copydesk/job_1' into 'main'", modified: ["docs/a.md"] };
  const theirs = { message: "Add a field", modified: ["src/a.ts"] };
  const read = (...commits: object[]) => {
    const [ofGithub] = readGithubEvent("push", { ...githubPush("refs/heads/main", ""), commits });
    const [ofGitlab] = readGitlabEvent({ ...gitlabPush("refs/heads/main"), commits });
    return [ofGithub!, ofGitlab!];
  };

  test("and others' counts only for the others", () => {
    for (const event of read(our, merge, theirs)) {
      expect(event).toMatchObject({ text: "Add a field", paths: ["src/a.ts"], ownPaths: ["docs/a.md"] });
      const judge = (settings: object) => judgeEvent({ kind: "source_change", settings }, event);
      expect(judge({})).toBeNull();
      expect(judge({ paths: ["docs/**"] })).toBe("no path that was changed matches");
      expect(judge({ translate: ["de"] })).toBeNull();
    }
    const comments = [our, merge, theirs].map(({ message: comment }) => ({ comment }));
    const refUpdates = [{ name: "refs/heads/main", oldObjectId: before, newObjectId: after }];
    const resource = { repository: azure, refUpdates, commits: comments };
    const [ofAzure] = readAzureEvent({ eventType: "git.push", resource });
    expect(ofAzure).toMatchObject({ text: "Add a field" });
    const end = { type: "branch", name: "main", target: { hash: after, message: our.message } };
    const changes = [{ new: end, old: null, commits: [our, theirs] }];
    const [ofBitbucket] = readBitbucketEvent("repo:push", { ...bitbucket, push: { changes } });
    expect(ofBitbucket).toMatchObject({ text: "Add a field" });
  });

  test("with just their merge starts nothing", () => {
    for (const event of read(our, merge))
      expect(judgeEvent({ kind: "source_change", settings: {} }, event)).toBe("Copydesk did this itself");
  });
});

test("commits missing from a delivery may match the paths", () => {
  const trigger = { kind: "source_change" as const, settings: { paths: ["lib/**"] } };
  const pushed = githubPush("refs/heads/main", "Add x");
  const judged = (total: number) =>
    readGithubEvent("push", { ...pushed, total_commits: total }).map((event) => judgeEvent(trigger, event));
  expect(judged(6)).toEqual([null]);
  expect(judged(1)).toEqual(["no path that was changed matches"]);
  const [ofGitlab] = readGitlabEvent({ ...gitlabPush("refs/heads/main"), total_commits_count: 21 });
  expect(judgeEvent(trigger, ofGitlab!)).toBeNull();
});
