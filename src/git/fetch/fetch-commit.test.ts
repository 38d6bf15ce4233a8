import { mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { listFiles } from "../../../test/helpers/checkout/list-files.ts";
import { commitAll, createRepository, git, writeFiles } from "../../../test/helpers/git-fixture.ts";
import { startGitHttpServer } from "../../../test/helpers/git-http-server.ts";
import { describeVariants } from "../../../test/helpers/skip-unless.ts";
import { useCleanups } from "../../../test/helpers/use-cleanups.ts";
import { createWorkspace } from "../checkout/create-workspace.ts";
import { isMerged } from "../follow-up/is-merged.ts";
import { parseRepository } from "../remote/parse-repository.ts";
import type { MirrorOptions } from "./bring-into-mirror.ts";
import { fetchBase } from "./fetch-base.ts";
import { fetchBranchHead } from "./fetch-branch-head.ts";
import { fetchCommit } from "./fetch-commit.ts";

const { cleanups, folder } = useCleanups();
type Kind = "path" | "http" | "http without filters";

interface Site {
  /** A person's clone with a working tree on branch `main`. */
  clone: string;
  /** The repository that Copydesk gets. */
  bare: string;
  options: MirrorOptions;
  first: string;
  /** Bytes that the host has sent over HTTP. */
  answered(): number;
  /** Commits the files on the current branch and pushes it. */
  push(files: Record<string, string>, message?: string): Promise<string>;
}

async function site(kind: Kind): Promise<Site> {
  const made = await createRepository({ "a.md": "a\n", "docs/b.md": "b\n" });
  cleanups.push(made.remove);
  const root = await folder();
  const bare = join(root, "site.git");
  await git("/", ["clone", "--quiet", "--bare", made.path, bare]);
  await git(made.path, ["remote", "add", "origin", bare]);
  const http = await startGitHttpServer(root, { allowFilter: kind !== "http without filters" });
  cleanups.push(http.close);
  const repository = parseRepository(kind === "path" ? bare : `${http.url}/site.git`);
  const shared = { repository, allowPrivateAddresses: true };
  const { mirror } = await fetchBase({ ...shared, mirrorsFolder: await folder(), ref: null, jobId: "job0" });
  const push = async (files: Record<string, string>, message = "more") => {
    await writeFiles(made.path, files);
    const commit = await commitAll(made.path, message);
    await git(made.path, ["push", "--quiet", "--force", "origin", "HEAD"]);
    return commit;
  };
  const answered = () => http.requests.reduce((sum, request) => sum + request.responseBytes, 0);
  return { clone: made.path, bare, options: { ...shared, mirror }, first: made.commit, answered, push };
}

/** Makes the host forget everything that no branch leads to. */
async function forget(bare: string): Promise<void> {
  await git(bare, ["reflog", "expire", "--expire=now", "--all"]);
  await git(bare, ["gc", "--quiet", "--prune=now"]);
}

describeVariants<Kind>(["http", "path", "http without filters"], "fetchCommit by %s", (kind) => {
  it("fetches an old commit with its whole tree and holds it", async () => {
    const { options, push } = await site(kind);
    const old = await push({ "docs/old.md": "old\n" });
    await push({ "docs/new.md": "new\n" });
    expect(await fetchCommit({ ...options, commit: old, jobId: "job1", name: "head" })).toBe(true);
    expect(await git(options.mirror, ["rev-parse", "refs/jobs/job1/head"])).toBe(old);
    const workspacesFolder = await folder();
    const { mirror } = options;
    const workspace = await createWorkspace({ workspacesFolder, name: "w", mirror, commit: old });
    expect(await listFiles(workspace)).toEqual(["a.md", "docs/b.md", "docs/old.md"]);
  });

  it("fetches a commit although a killed process left the lock of its ref", async () => {
    const { options, push } = await site(kind);
    const commit = await push({ "docs/old.md": "old\n" });
    const ref = join(options.mirror, "refs/jobs/job1/head");
    await mkdir(dirname(ref), { recursive: true });
    await writeFile(`${ref}.lock`, "");
    await utimes(`${ref}.lock`, 0, 0);
    expect(await fetchCommit({ ...options, commit, jobId: "job1", name: "head" })).toBe(true);
    expect(await git(options.mirror, ["rev-parse", "refs/jobs/job1/head"])).toBe(commit);
  });

  it("returns false for a commit that the host has forgotten, and fetches one that only lacks a branch", async () => {
    const { options, push, clone, bare } = await site(kind);
    const gone = await push({ "a.md": "gone\n" });
    await git(clone, ["reset", "--quiet", "--hard", "HEAD~1"]);
    await push({ "a.md": "forced\n" });
    const request = { ...options, commit: gone, jobId: "job1", name: "head" };
    expect(await fetchCommit(request)).toBe(true);
    const never = { ...request, commit: "1".repeat(40) };
    expect(await fetchCommit(never)).toBe(false);
    await forget(bare);
    const empty = await fetchBase({ ...options, mirrorsFolder: await folder(), ref: null, jobId: "job1" });
    expect(await fetchCommit({ ...request, mirror: empty.mirror })).toBe(false);
    expect(await git(empty.mirror, ["for-each-ref", "--format=%(refname)", "refs/jobs"])).toBe(
      "refs/jobs/job1/base",
    );
    expect(await git(options.mirror, ["for-each-ref", "refs/jobs/job1"])).toContain(gone);
  });

  it("needs no host for a commit that the mirror still has whole, even if no ref names it", async () => {
    const { options, push, bare, clone } = await site(kind);
    const commit = await push({ "a.md": "kept\n" });
    const request = { ...options, commit, jobId: "job1", name: "head" };
    expect(await fetchCommit(request)).toBe(true);
    await git(options.mirror, ["update-ref", "-d", "refs/jobs/job1/head"]);
    await git(clone, ["push", "--quiet", "--force", "origin", "HEAD~1:main"]);
    await forget(bare);
    const repository = parseRepository(join(bare, "../nowhere.git"));
    expect(await fetchCommit({ ...request, repository, jobId: "job2" })).toBe(true);
    expect(await git(options.mirror, ["rev-parse", "refs/jobs/job2/head"])).toBe(commit);
  });

  it("throws if the host cannot be reached, and for text that is not a hash", async () => {
    const { options, bare } = await site(kind);
    await rm(bare, { recursive: true, force: true });
    const request = { ...options, commit: "1".repeat(40), jobId: "job1", name: "head" };
    await expect(fetchCommit(request)).rejects.toMatchObject({ code: "repository_unreachable" });
    for (const commit of ["main", "--upload-pack=x", "1".repeat(39), ""]) {
      await expect(fetchCommit({ ...request, commit })).rejects.toMatchObject({ code: "invalid_ref" });
    }
  });
});

describeVariants<Kind>(["http", "path"], "fetchBranchHead by %s", (kind) => {
  it("returns the branch's current commit, also after a forced push, and null if there is no branch", async () => {
    const { options, push, clone, bare } = await site(kind);
    const request = { ...options, branch: "copydesk/job1", jobId: "job1" };
    expect(await fetchBranchHead(request)).toBeNull();
    await git(clone, ["checkout", "--quiet", "-b", "copydesk/job1"]);
    const first = await push({ "a.md": "first\n" });
    const tree = await git(clone, ["rev-parse", "HEAD^{tree}"]);
    expect(await fetchBranchHead(request)).toEqual({ commit: first, tree });
    await git(clone, ["reset", "--quiet", "--hard", "main"]);
    const second = await push({ "a.md": "second\n" });
    expect(await fetchBranchHead(request)).toMatchObject({ commit: second });
    expect(await git(options.mirror, ["rev-parse", "refs/jobs/job1/head"])).toBe(second);
    await git(bare, ["update-ref", "-d", "refs/heads/copydesk/job1"]);
    expect(await fetchBranchHead(request)).toBeNull();
  });
});

describeVariants<Kind>(["http", "path", "http without filters"], "isMerged by %s", (kind) => {
  it("recognises a fast-forward and a merge commit, and what is missing", async () => {
    const { options, push, clone, first } = await site(kind);
    await git(clone, ["checkout", "--quiet", "-b", "copydesk/job1"]);
    const head = await push({ "a.md": "ours\n" });
    const ask = (headCommit: string) => isMerged({ ...options, baseRef: "main", headCommit });
    expect(await ask(first)).toBe(true);
    expect(await ask(head)).toBe(false);
    await git(clone, ["checkout", "--quiet", "main"]);
    await push({ "docs/c.md": "c\n" });
    expect(await ask(head)).toBe(false);
    await git(clone, ["merge", "--quiet", "--no-ff", "-m", "merge", "copydesk/job1"]);
    const later = await push({ "docs/d.md": "d\n" });
    expect(await ask(head)).toBe(true);
    expect(await isMerged({ ...options, baseRef: null, headCommit: later })).toBe(true);
    // Nothing is read while the base branch is where it was.
    const unread = { ...options, baseRef: "main", headCommit: head, madeAfter: later };
    expect(await isMerged(unread)).toBe(false);
    expect(await isMerged({ ...unread, madeAfter: first })).toBe(true);
    const files = await readdir(join(options.mirror, ".."));
    expect(files).toEqual([options.mirror.split("/").at(-1)]);
  });

  it("throws for a missing branch", async () => {
    const { options, first } = await site(kind);
    const asking = isMerged({ ...options, baseRef: "nope", headCommit: first });
    await expect(asking).rejects.toMatchObject({ code: "ref_not_found" });
  });
});

describe("isMerged", () => {
  it("looks 2,000 commits deep without fetching the files", async () => {
    const { options, clone, first, answered } = await site("http");
    const noise = Array.from({ length: 4_000 }, (_, at) => Math.sin(at + 1) * 1e15).join("\n");
    const commits = Array.from({ length: 2_100 }, (_, at) => {
      const head = `commit refs/heads/main\ncommitter A <a@example.com> ${1_700_000_000 + at} +0000\ndata 2\nx\n`;
      const from = at === 0 ? `from ${first}\n` : "";
      const text = at % 100 === 0 ? `${at}\n${noise}` : String(at);
      return `${head}${from}M 100644 inline page-${at % 100}.md\ndata ${Buffer.byteLength(text)}\n${text}\n`;
    });
    await git(clone, ["fast-import", "--quiet", "--force"], { input: commits.join("") });
    await git(clone, ["push", "--quiet", "origin", "main"]);
    const hashes = (await git(clone, ["rev-list", "main"])).split("\n");
    const before = answered();
    const ask = (headCommit: string) => isMerged({ ...options, baseRef: "main", headCommit });
    expect(await ask(hashes[30]!)).toBe(true);
    const near = answered() - before;
    expect(await ask(hashes[1_990]!)).toBe(true);
    expect(await ask(hashes[2_050]!)).toBe(false);
    expect(near).toBeLessThan(50_000);
    expect(answered() - before).toBeLessThan(1_500_000);
  });
});
