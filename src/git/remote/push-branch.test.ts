import { chmod, chown, lstat, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commitWorkspace } from "../../../test/helpers/checkout/commit-workspace.ts";
import { treeHash } from "../../../test/helpers/checkout/write-tree.ts";
import { withPassword } from "../../../test/helpers/git-access.ts";
import { commitAll, createRepository, git } from "../../../test/helpers/git-fixture.ts";
import { startGitHttpServer } from "../../../test/helpers/git-http-server.ts";
import { asRoot } from "../../../test/helpers/skip-unless.ts";
import { useCleanups } from "../../../test/helpers/use-cleanups.ts";
import { createWorkspace, type Workspace } from "../checkout/create-workspace.ts";
import { fetchBase } from "../fetch/fetch-base.ts";
import { parseRepository } from "./parse-repository.ts";
import { type PushOptions, pushBranch } from "./push-branch.ts";

const { cleanups, folder } = useCleanups();
async function fixture() {
  const made = await createRepository({ "a.md": "a\n", "b.md": "b\n" });
  cleanups.push(made.remove);
  await commitAll(made.path, "second");
  return made;
}

interface Prepared {
  options: PushOptions;
  workspace: Workspace;
  /** Commits this text as a.md and returns the commit. */
  change(text: string): Promise<string>;
}

async function prepare(text: string, access?: PushOptions["access"]): Promise<Prepared> {
  const root = await folder();
  const repository = parseRepository(text);
  const shared = { repository, allowPrivateAddresses: true, access };
  const base = await fetchBase({ ...shared, mirrorsFolder: join(root, "m"), ref: null, jobId: "job1" });
  const workspacesFolder = join(root, "w");
  const { mirror, baseCommit: commit } = base;
  const workspace = await createWorkspace({ workspacesFolder, name: "job1", mirror, commit });
  const author = { name: "Copydesk", email: "copydesk@localhost" };
  const change = async (content: string) => {
    await writeFile(join(workspace.directory, "a.md"), content);
    const tree = await treeHash(workspace, ["a.md"]);
    return await commitWorkspace(workspace, { tree, message: "change", author, date: new Date(1e12) });
  };
  return { options: { ...shared, workspace, commit: "", branch: "copydesk/job1" }, workspace, change };
}

describe("pushBranch", () => {
  it("pushes to a path with a working tree and leaves its branch, index and files alone", async () => {
    const { path } = await fixture();
    await writeFile(join(path, "a.md"), "a person is writing here\n");
    await writeFile(join(path, "b.md"), "staged\n");
    await git(path, ["add", "b.md"]);
    const state = async () => [
      await git(path, ["status", "--porcelain", "--branch"]),
      await git(path, ["rev-parse", "HEAD", "main"]),
      await git(path, ["diff"]),
      await git(path, ["diff", "--cached"]),
    ];
    const before = await state();
    const { options, change } = await prepare(path);
    const commit = await change("changed\n");
    expect(await pushBranch({ ...options, commit })).toMatchObject({ pushed: true });
    expect(await git(path, ["rev-parse", "copydesk/job1"])).toBe(commit);
    expect(await git(path, ["log", "--format=%s", "copydesk/job1"])).toBe("change\nsecond\nfirst");
    expect(await state()).toEqual(before);
  });

  it("runs no hook of a local repository, wherever its configuration puts them", async () => {
    const { path } = await fixture();
    const traces = await folder();
    const hooks = [
      "pre-receive",
      "update",
      "post-receive",
      "post-update",
      "reference-transaction",
      "proc-receive",
    ];
    for (const place of [".git/hooks", "own-hooks"]) {
      await mkdir(join(path, place), { recursive: true });
      for (const hook of [...hooks, "push-to-checkout", "pre-auto-gc"]) {
        await writeFile(join(path, place, hook), `#!/bin/sh\ntouch ${traces}/${hook}\nexit 1\n`);
        await chmod(join(path, place, hook), 0o755);
      }
    }
    await git(path, ["config", "core.hooksPath", join(path, "own-hooks")]);
    await git(path, ["config", "core.fsmonitor", `touch ${traces}/fsmonitor`]);
    await git(path, ["config", "receive.denyCurrentBranch", "updateInstead"]);
    await git(path, ["config", "uploadpack.packObjectsHook", `touch ${traces}/pack-objects; exec`]);
    const { options, change } = await prepare(path);
    expect(await pushBranch({ ...options, commit: await change("changed\n") })).toMatchObject({
      pushed: true,
    });
    expect(await readdir(traces)).toEqual([]);
  });

  it("leaves no files of root in somebody else's repository", asRoot, async () => {
    const { path } = await fixture();
    const entries = async () =>
      [".", ...(await readdir(path, { recursive: true }))].map((entry) => join(path, entry));
    for (const entry of await entries()) await chown(entry, 65534, 65534);
    const { options, change } = await prepare(path);
    const commit = await change("changed\n");
    expect(await pushBranch({ ...options, commit })).toMatchObject({ pushed: true });
    const owners = await Promise.all((await entries()).map(async (entry) => (await lstat(entry)).uid));
    expect(new Set(owners)).toEqual(new Set([65534]));
    const asOwner = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "safe.directory", GIT_CONFIG_VALUE_0: "*" };
    expect(await git(path, ["rev-parse", "copydesk/job1"], { env: asOwner })).toBe(commit);
  });

  it("refuses to replace the branch that a person has checked out", async () => {
    const { path } = await fixture();
    await git(path, ["config", "receive.denyCurrentBranch", "updateInstead"]);
    await git(path, ["checkout", "--quiet", "-b", "copydesk/job1"]);
    const { options, change } = await prepare(path);
    await expect(pushBranch({ ...options, commit: await change("changed\n") })).rejects.toMatchObject({
      code: "push_rejected",
      message: expect.stringContaining("checked out"),
    });
    expect(await git(path, ["status", "--porcelain"])).toBe("");
  });

  it("pushes over HTTP with the token, succeeds again, and replaces an earlier attempt", async () => {
    const { path } = await fixture();
    const root = await folder();
    const bare = join(root, "site.git");
    await git("/", ["clone", "--quiet", "--bare", path, bare]);
    const http = await startGitHttpServer(root, { token: "secret-token" });
    cleanups.push(http.close);
    const { options, change } = await prepare(`${http.url}/site.git`, withPassword("secret-token"));
    const first = await change("first\n");
    expect(await pushBranch({ ...options, commit: first })).toMatchObject({ pushed: true });
    expect(await pushBranch({ ...options, commit: first })).toMatchObject({ pushed: false });
    const second = await change("second\n");
    expect(await pushBranch({ ...options, commit: second })).toMatchObject({ pushed: true });
    expect(await git(bare, ["rev-parse", "copydesk/job1"])).toBe(second);
    expect(await git(bare, ["fsck", "--strict"])).not.toContain("missing");
  });

  it("does not overwrite what someone else has pushed meanwhile", async () => {
    const { path, commit: other } = await fixture();
    const { options, change } = await prepare(path);
    const commit = await change("changed\n");
    await git(path, ["branch", "copydesk/job1", other]);
    for (const expectedRemoteCommit of [null, "1".repeat(40)]) {
      await expect(pushBranch({ ...options, commit, expectedRemoteCommit })).rejects.toMatchObject({
        code: "push_rejected",
        message: expect.stringContaining("Someone else"),
      });
    }
    expect(await git(path, ["rev-parse", "copydesk/job1"])).toBe(other);
    await pushBranch({ ...options, commit, expectedRemoteCommit: other });
    expect(await git(path, ["rev-parse", "copydesk/job1"])).toBe(commit);
  });

  it("reports a refusal of the host's hook in the host's words", async () => {
    const { path } = await fixture();
    const root = await folder();
    const bare = join(root, "site.git");
    await git("/", ["clone", "--quiet", "--bare", path, bare]);
    await mkdir(join(bare, "hooks"), { recursive: true });
    await writeFile(join(bare, "hooks/pre-receive"), "#!/bin/sh\necho 'Frozen until Monday.' >&2\nexit 1\n");
    await chmod(join(bare, "hooks/pre-receive"), 0o755);
    const http = await startGitHttpServer(root);
    cleanups.push(http.close);
    const { options, change } = await prepare(`${http.url}/site.git`);
    await expect(pushBranch({ ...options, commit: await change("x\n") })).rejects.toMatchObject({
      code: "push_rejected",
      message: expect.stringContaining("Frozen until Monday."),
    });
  });

  it.each([
    [
      "Create a pull request by visiting:\\n  ORIGIN/docs/compare/copydesk/job1?expand=1",
      "/docs/compare/copydesk/job1?expand=1",
    ],
    ["View it at https://elsewhere.example/x", null],
    ["Thanks for pushing.", null],
  ])("returns the URL that the host itself offers for the branch: %s", async (said, offered) => {
    const { path } = await fixture();
    const root = await folder();
    const bare = join(root, "repo.git");
    await git("/", ["clone", "--quiet", "--bare", path, bare]);
    const http = await startGitHttpServer(root);
    cleanups.push(() => http.close());
    const words = said.replace("ORIGIN", http.url);
    await writeFile(join(bare, "hooks/post-receive"), `#!/bin/sh\nprintf '${words}\\n' >&2\n`, {
      mode: 0o755,
    });
    const { options, change } = await prepare(`${http.url}/repo.git`);
    const { compareUrl } = await pushBranch({ ...options, commit: await change("changed\n") });
    expect(compareUrl).toBe(offered === null ? null : `${http.url}${offered}`);
  });

  it.each([
    "main",
    "copydesk",
    "x/copydesk/job1",
    "copydesk/../main",
    "copydesk/a..b",
    "--mirror",
    "copydesk/x.lock",
  ])("pushes nothing to a branch named %s", async (branch) => {
    const { path } = await fixture();
    const { options, change } = await prepare(path);
    const pushing = pushBranch({ ...options, branch, commit: await change("x\n") });
    await expect(pushing).rejects.toMatchObject({ code: "invalid_ref" });
    expect(await git(path, ["for-each-ref", "--format=%(refname)"])).toBe("refs/heads/main");
  });
});
