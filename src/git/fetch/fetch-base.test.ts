import { chown, mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listFiles } from "../../../test/helpers/checkout/list-files.ts";
import { withPassword } from "../../../test/helpers/git-access.ts";
import { commitAll, createRepository, git, writeFiles } from "../../../test/helpers/git-fixture.ts";
import { startGitHttpServer } from "../../../test/helpers/git-http-server.ts";
import { asRoot } from "../../../test/helpers/skip-unless.ts";
import { useCleanups } from "../../../test/helpers/use-cleanups.ts";
import { createWorkspace } from "../checkout/create-workspace.ts";
import { deleteJobRefs } from "../mirror/delete-job-refs.ts";
import { parseRepository } from "../remote/parse-repository.ts";
import { type FetchOptions, fetchBase } from "./fetch-base.ts";

const { cleanups, folder } = useCleanups();
async function repository(files: Record<string, string | Buffer>) {
  const made = await createRepository(files);
  cleanups.push(made.remove);
  return made;
}

async function server(root: string, options: { token?: string } = {}) {
  const started = await startGitHttpServer(root, options);
  cleanups.push(started.close);
  return started;
}

function fetchOptions(text: string, mirrorsFolder: string, more: Partial<FetchOptions> = {}): FetchOptions {
  const shared = { ref: null, jobId: "job1", allowPrivateAddresses: true };
  return { mirrorsFolder, repository: parseRepository(text), ...shared, ...more };
}

/** A commit of 300 incompressible files, so that the bytes on the wire tell what was sent. */
function noisyFiles(): Record<string, string> {
  const noise = (at: number) => Array.from({ length: 40 }, (_, n) => Math.sin(at * 97 + n) * 1e15).join("\n");
  return Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`docs/page-${at}.md`, noise(at)]));
}

describe("fetchBase", () => {
  it("fetches the branch that HEAD names, from a path", async () => {
    const { path, commit } = await repository({ "README.md": "hello\n" });
    const base = await fetchBase(fetchOptions(path, await folder()));
    expect(base).toMatchObject({ baseRef: "main", baseCommit: commit, fetched: true });
  });

  it("fetches a named branch, from a path with spaces, percent signs and letters of any script", async () => {
    const { path } = await repository({ "README.md": "hello\n" });
    const odd = join(await folder(), "mine & yours %41 文档");
    await git("/", ["clone", "--quiet", "--bare", path, odd]);
    await git(path, ["checkout", "--quiet", "-b", "feature/a+b"]);
    const commit = await commitAll(path, "second");
    await git(path, ["push", "--quiet", odd, "feature/a+b"]);
    const base = await fetchBase(fetchOptions(odd, await folder(), { ref: "feature/a+b" }));
    expect(base).toMatchObject({ baseRef: "feature/a+b", baseCommit: commit });
  });

  it("fetches nothing for a second job on the same commit, and little for one on the next commit", async () => {
    const { path } = await repository(noisyFiles());
    const root = await folder();
    await git("/", ["clone", "--quiet", "--bare", path, join(root, "site.git")]);
    const http = await server(root);
    const mirrorsFolder = await folder();
    const fetchFor = async (jobId: string) => {
      http.requests.length = 0;
      const base = await fetchBase(fetchOptions(`${http.url}/site.git`, mirrorsFolder, { jobId }));
      await deleteJobRefs(base.mirror, jobId);
      return { base, bytes: http.requests.reduce((sum, request) => sum + request.responseBytes, 0) };
    };
    const first = await fetchFor("job1");
    const second = await fetchFor("job2");
    await writeFiles(path, { "docs/page-7.md": "changed\n" });
    const commit = await commitAll(path, "second");
    await git(path, ["push", "--quiet", join(root, "site.git"), "main"]);
    const third = await fetchFor("job3");
    expect([first.base.fetched, second.base.fetched, third.base.fetched]).toEqual([true, false, true]);
    expect(third.base.baseCommit).toBe(commit);
    expect(first.bytes).toBeGreaterThan(100_000);
    expect(second.bytes).toBeLessThan(2_000);
    expect(third.bytes).toBeLessThan(20_000);
  });

  it("lets ten jobs fetch different branches into one new mirror at once", async () => {
    const { path } = await repository({ "README.md": "hello\n" });
    const commits: string[] = [];
    for (let at = 0; at < 10; at += 1) {
      await git(path, ["checkout", "--quiet", "-b", `branch-${at}`]);
      await writeFiles(path, { [`page-${at}.md`]: `${at}\n` });
      commits.push(await commitAll(path, `commit ${at}`));
    }
    const mirrorsFolder = await folder();
    const bases = await Promise.all(
      commits.map((_, at) =>
        fetchBase(fetchOptions(path, mirrorsFolder, { jobId: `job${at}`, ref: `branch-${at}` })),
      ),
    );
    expect(bases.map((base) => base.baseCommit)).toEqual(commits);
    expect(await readdir(mirrorsFolder)).toHaveLength(1);
    const workspacesFolder = await folder();
    const { mirror } = bases[0]!;
    const workspace = await createWorkspace({ workspacesFolder, name: "job9", mirror, commit: commits[9]! });
    expect(await listFiles(workspace)).toHaveLength(11);
  });

  it("reads a shallow clone", async () => {
    const { path } = await repository({ "README.md": "hello\n" });
    const commit = await commitAll(path, "second");
    const shallow = join(await folder(), "shallow");
    await git("/", ["clone", "--quiet", "--depth=1", `file://${path}`, shallow]);
    expect(await fetchBase(fetchOptions(shallow, await folder()))).toMatchObject({ baseCommit: commit });
  });

  it("reads a repository that belongs to another user", asRoot, async () => {
    const { path, commit } = await repository({ "README.md": "hello\n" });
    for (const entry of [".", ...(await readdir(path, { recursive: true }))]) {
      await chown(join(path, entry), 65534, 65534);
    }
    expect(await fetchBase(fetchOptions(path, await folder()))).toMatchObject({ baseCommit: commit });
  });

  it("sends the token to the host that asks for it and nowhere else", async () => {
    const { path, commit } = await repository({ "README.md": "hello\n" });
    const http = await server(join(path, ".."), { token: "secret-token" });
    const name = path.split("/").at(-1)!;
    const mirrorsFolder = await folder();
    const withToken = fetchOptions(`${http.url}/${name}/.git`, mirrorsFolder, {
      access: withPassword("secret-token"),
    });
    expect(await fetchBase(withToken)).toMatchObject({ baseCommit: commit });
    await expect(fetchBase({ ...withToken, access: undefined })).rejects.toMatchObject({
      code: "repository_unreachable",
      message: expect.stringContaining("access token"),
    });
    const refused = await fetchBase({ ...withToken, access: withPassword("wrong-token") }).catch(
      (error: Error) => error.message,
    );
    expect(refused).toContain("refused the access token");
    expect(refused).not.toContain("wrong-token");
    const files = await readdir(mirrorsFolder, { recursive: true });
    expect(files.join()).not.toContain("secret");
    expect(await git(mirrorsFolder, ["grep", "--no-index", "-l", "secret-token"]).catch(() => "none")).toBe(
      "none",
    );
  });

  it("refuses an address that is not allowed without contacting it", async () => {
    const http = await server(await folder());
    for (const host of ["127.0.0.1", "2130706433", "0x7f.1", "localhost", "[::ffff:127.0.0.1]"]) {
      const url = `http://${host}:${http.port}/site.git`;
      await expect(
        fetchBase(fetchOptions(url, await folder(), { allowPrivateAddresses: false })),
      ).rejects.toMatchObject({ code: "url_not_allowed" });
    }
    expect(http.requests).toEqual([]);
  });

  it("does not follow a redirect", async () => {
    const { createServer } = await import("node:http");
    const target = await server(await folder());
    const moved = createServer((request, response) => {
      response.writeHead(302, { location: `${target.url}${request.url}` }).end();
    });
    await new Promise<void>((resolve) => moved.listen(0, "127.0.0.1", resolve));
    cleanups.push(() => new Promise((resolve) => moved.close(resolve)));
    const { port } = moved.address() as { port: number };
    await expect(
      fetchBase(fetchOptions(`http://127.0.0.1:${port}/site.git`, await folder())),
    ).rejects.toMatchObject({ code: "repository_unreachable", message: expect.stringContaining("new URL") });
    expect(target.requests).toEqual([]);
  });

  it("reports what is wrong with a repository that it cannot use", async () => {
    const mirrorsFolder = await folder();
    const empty = await folder();
    await git(empty, ["init", "--quiet", "--bare"]);
    const plain = await folder();
    await writeFile(join(plain, "file"), "x");
    const { path, commit } = await repository({ "README.md": "hello\n" });
    const detached = await repository({ "README.md": "hello\n" });
    await git(detached.path, ["checkout", "--quiet", "--detach"]);
    const cases: [FetchOptions, string, string][] = [
      [fetchOptions(join(plain, "missing"), mirrorsFolder), "repository_unreachable", "does not exist"],
      [fetchOptions(join(plain, "file"), mirrorsFolder), "repository_unreachable", "is not a folder"],
      [fetchOptions(plain, mirrorsFolder), "repository_unreachable", "is no git repository"],
      [fetchOptions(empty, mirrorsFolder), "repository_empty", "no commits yet"],
      [fetchOptions(empty, mirrorsFolder, { ref: "main" }), "repository_empty", "no commits yet"],
      [fetchOptions(path, mirrorsFolder, { ref: "nope" }), "ref_not_found", "Its branches: main"],
      [fetchOptions(path, mirrorsFolder, { ref: commit }), "ref_not_found", "Its branches: main"],
      [fetchOptions(detached.path, mirrorsFolder), "ref_not_found", "names no branch"],
      [fetchOptions(path, mirrorsFolder, { ref: "--upload-pack=x" }), "invalid_ref", "hyphen"],
      [fetchOptions("http://127.0.0.1:1/x.git", mirrorsFolder), "repository_unreachable", "Check the URL"],
      [fetchOptions("https://name.invalid/x.git", mirrorsFolder), "url_not_allowed", "cannot be resolved"],
    ];
    for (const [options, code, words] of cases) {
      await expect(fetchBase(options)).rejects.toMatchObject({
        code,
        message: expect.stringContaining(words),
      });
    }
  });

  it("stops at once if the job is stopped", async () => {
    const { createServer } = await import("node:http");
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    cleanups.push(async () => {
      silent.closeAllConnections();
      await new Promise((resolve) => silent.close(resolve));
    });
    const { port } = silent.address() as { port: number };
    const stop = new AbortController();
    silent.once("connection", () => stop.abort(new Error("cancelled")));
    const fetching = fetchBase(
      fetchOptions(`http://127.0.0.1:${port}/x.git`, await folder(), { signal: stop.signal }),
    );
    await expect(fetching).rejects.toThrow("cancelled");
  });

  it("runs no program that a repository configures for upload-pack", async () => {
    const { path } = await repository({ "README.md": "hello\n" });
    const marker = join(await folder(), "fired");
    await git(path, ["config", "uploadpack.packObjectsHook", `touch ${marker}; exec git pack-objects`]);
    await git(path, ["config", "core.fsmonitor", `touch ${marker}`]);
    await mkdir(join(path, ".git/hooks"), { recursive: true });
    await symlink("/bin/touch", join(path, ".git/hooks/post-upload-pack"));
    await fetchBase(fetchOptions(path, await folder()));
    expect(await readdir(join(marker, ".."))).toEqual([]);
  });
});
