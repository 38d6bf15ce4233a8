import { randomBytes } from "node:crypto";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { commitWorkspace } from "../../../test/helpers/checkout/commit-workspace.ts";
import { treeHash } from "../../../test/helpers/checkout/write-tree.ts";
import { withPassword } from "../../../test/helpers/git-access.ts";
import { commitAll, createRepository, git, writeFiles } from "../../../test/helpers/git-fixture.ts";
import { startGitHttpProcess } from "../../../test/helpers/git-http-process.ts";
import { startGitHttpServer } from "../../../test/helpers/git-http-server.ts";
import { useCleanups } from "../../../test/helpers/use-cleanups.ts";
import { createWorkspace, type Workspace } from "../checkout/create-workspace.ts";
import { fetchBase } from "../fetch/fetch-base.ts";
import { findRemoteBranch } from "../remote/find-remote-branch.ts";
import { openRemote } from "../remote/open-remote.ts";
import { parseRepository } from "../remote/parse-repository.ts";
import { type PushOptions, pushBranch } from "../remote/push-branch.ts";

const { cleanups, folder } = useCleanups();

/** A bare repository `<root>/site.git` that was cloned from a folder with two commits. */
async function makeSite() {
  const { path, remove } = await createRepository({ "a.md": "a\n", "docs/b.md": "b\n" });
  cleanups.push(remove);
  await writeFiles(path, { "a.md": "a2\n" });
  await commitAll(path, "second");
  const root = await folder();
  const bare = join(root, "site.git");
  await git("/", ["clone", "--quiet", "--bare", path, bare]);
  return { path, root, bare };
}

/** A change of one file on top of the repository's current commit. */
async function change(
  url: string,
  content: string | Buffer = "changed\n",
): Promise<PushOptions & { workspace: Workspace }> {
  const root = await folder();
  const shared = { repository: parseRepository(url), allowPrivateAddresses: true };
  const base = await fetchBase({ ...shared, mirrorsFolder: join(root, "m"), ref: null, jobId: "job1" });
  const { mirror, baseCommit } = base;
  const workspacesFolder = join(root, "w");
  const workspace = await createWorkspace({ workspacesFolder, name: "job1", mirror, commit: baseCommit });
  await writeFile(join(workspace.directory, "a.md"), content);
  const tree = await treeHash(workspace, ["a.md"]);
  const author = { name: "Copydesk", email: "copydesk@localhost" };
  const commit = await commitWorkspace(workspace, { tree, message: "change", author, date: new Date(1e12) });
  return { ...shared, workspace, commit, branch: "copydesk/job1" };
}

/** From now on, every program started as git leaves its arguments and environment. */
async function watchGit(): Promise<() => Promise<string>> {
  const path = await folder();
  await writeFile(join(path, "git"), `#!/bin/sh\necho "$*" >> "$0.seen"; env >> "$0.seen"; exit 1\n`);
  await chmod(join(path, "git"), 0o755);
  vi.stubEnv("PATH", `${path}:${process.env.PATH}`);
  return () => readFile(join(path, "git.seen"), "utf8").catch(() => "");
}

describe("git over HTTP", () => {
  it("lists and pushes without a program, so that no program ever gets the token", async () => {
    const { root, bare } = await makeSite();
    const server = await startGitHttpProcess(root);
    cleanups.push(server.close);
    const push = { ...(await change(`${server.url}/site.git`)), access: withPassword("s3cret-token") };
    const seen = await watchGit();
    const { commit } = await findRemoteBranch(push, await openRemote(push), null);
    expect(await pushBranch(push)).toMatchObject({ pushed: true });
    expect(await pushBranch(push)).toMatchObject({ pushed: false });
    expect(await seen()).toBe("");
    vi.unstubAllEnvs();
    expect(await git(bare, ["rev-parse", "main", "copydesk/job1"])).toBe(`${commit}\n${push.commit}`);
    expect(await git(bare, ["fsck", "--strict", "--full"])).toBe("");
  });

  it("recognises its push if the host's answer to the first attempt was lost", async () => {
    const { root, bare } = await makeSite();
    const http = await startGitHttpServer(root);
    cleanups.push(http.close);
    let lost = 0;
    const front = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { method = "", url = "" } = request;
      const headers = Object.fromEntries(
        ["content-type", "git-protocol"].map((name) => [name, String(request.headers[name] ?? "")]),
      );
      const body = method === "POST" ? Buffer.concat(chunks) : undefined;
      const answer = await fetch(`${http.url}${url}`, { method, headers, body });
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (url.endsWith("/git-receive-pack") && lost === 0) {
        lost += 1;
        return response.destroy();
      }
      response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
      return response.end(bytes);
    });
    await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
    cleanups.push(async () => {
      front.closeAllConnections();
      front.close();
    });
    const push = await change(`http://127.0.0.1:${(front.address() as AddressInfo).port}/site.git`);
    await expect(pushBranch(push)).rejects.toMatchObject({ code: "repository_unreachable" });
    expect(lost).toBe(1);
    expect(await pushBranch(push)).toEqual({ pushed: false, compareUrl: null });
    expect(await git(bare, ["rev-parse", "copydesk/job1"])).toBe(push.commit);
  });

  it("sends large requests in chunks", async () => {
    const { root, bare } = await makeSite();
    const http = await startGitHttpServer(root);
    cleanups.push(http.close);
    const push = await change(`${http.url}/site.git`, randomBytes(3_000_000));
    expect(await pushBranch(push)).toMatchObject({ pushed: true });
    expect(await git(bare, ["cat-file", "-s", "copydesk/job1:a.md"])).toBe("3000000");
  });
});

describe.each(["a path", "HTTP"])("a push over %s", (kind) => {
  const serve = async (root: string): Promise<string> => {
    if (kind === "a path") return root;
    const http = await startGitHttpServer(root);
    cleanups.push(http.close);
    return http.url;
  };

  it.each([
    ["by what was fetched from it", true],
    ["by what it lists", false],
  ])("brings what is missing there after its branches have moved on, %s", async (_, isTold) => {
    const { path, root, bare } = await makeSite();
    const push = await change(`${await serve(root)}/site.git`);
    const remoteHas = [push.workspace.baseCommit];
    await writeFiles(path, { "docs/c.md": "c\n" });
    await git(bare, ["fetch", "--quiet", path, `+${await commitAll(path, "third")}:refs/heads/main`]);
    expect(await pushBranch(isTold ? { ...push, remoteHas } : push)).toMatchObject({ pushed: true });
    expect(await git(bare, ["rev-parse", "copydesk/job1"])).toBe(push.commit);
    expect(await git(bare, ["fsck", "--strict", "--full"])).toBe("");
  });

  it("works for a repository with long hashes", async () => {
    const root = await folder();
    const own = await folder();
    for (const [path, flags] of [
      [join(root, "long.git"), ["--bare"]],
      [own, []],
    ] as const)
      await git("/", ["init", "--quiet", "--object-format=sha256", ...flags, path]);
    await writeFiles(own, { "a.md": "a\n" });
    const commit = await commitAll(own, "first");
    const push = {
      ...{ repository: parseRepository(`${await serve(root)}/long.git`), allowPrivateAddresses: true },
      ...{ workspace: { gitDirectory: join(own, ".git") }, commit, branch: "copydesk/job1" },
    };
    expect(await pushBranch(push)).toMatchObject({ pushed: true });
    expect(await pushBranch({ ...push, expectedRemoteCommit: null })).toMatchObject({ pushed: false });
    expect(await git(join(root, "long.git"), ["rev-parse", "copydesk/job1"])).toBe(commit);
  });

  it("is refused by a repository that lacks its base, which stays unchanged", async () => {
    const { root } = await makeSite();
    const push = await change(`${await serve(root)}/site.git`);
    await git("/", ["init", "--quiet", "--bare", join(root, "empty.git")]);
    const repository = parseRepository(`${await serve(root)}/empty.git`);
    for (const remoteHas of [[], [push.workspace.baseCommit]])
      await expect(pushBranch({ ...push, repository, remoteHas })).rejects.toMatchObject({
        code: "push_rejected",
      });
    expect(await git(join(root, "empty.git"), ["for-each-ref"])).toBe("");
  });
});
