import { randomBytes } from "node:crypto";
import { access, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commitWorkspace } from "../../../test/helpers/checkout/commit-workspace.ts";
import { diffWorkspace } from "../../../test/helpers/checkout/diff-workspace.ts";
import { treeHash } from "../../../test/helpers/checkout/write-tree.ts";
import { commitAll, createRepository, git, writeFiles } from "../../../test/helpers/git-fixture.ts";
import { startGitHttpServer } from "../../../test/helpers/git-http-server.ts";
import { useCleanups } from "../../../test/helpers/use-cleanups.ts";
import { createWorkspace } from "../checkout/create-workspace.ts";
import { assertRepositorySize } from "../fetch/assert-repository-size.ts";
import { fetchBase } from "../fetch/fetch-base.ts";
import { compareHistories } from "../follow-up/compare-histories.ts";
import { parseRepository } from "./parse-repository.ts";
import { pushBranch } from "./push-branch.ts";

const { cleanups, folder } = useCleanups();
/** A bare repository with a history of three commits, `<root>/site.git`. */
async function makeSite(files: Record<string, string | Buffer> = { "a.md": "1\n" }) {
  const { path, commit: first, remove } = await createRepository(files);
  cleanups.push(remove);
  for (const text of ["2\n", "3\n"]) {
    await writeFiles(path, { "a.md": text });
    await commitAll(path, text.trim());
  }
  const root = await folder();
  const bare = join(root, "site.git");
  await git("/", ["clone", "--quiet", "--bare", path, bare]);
  return { path, root, bare, first, commit: await git(path, ["rev-parse", "HEAD"]) };
}

async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<string> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(404).end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server in front of git's own that speaks the oldest protocol and lacks some of its abilities. */
async function serveWithout(root: string, abilities: readonly string[]): Promise<string> {
  const http = await startGitHttpServer(root, { allowFilter: !abilities.includes("filter") });
  cleanups.push(http.close);
  return await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { "content-type": type = "", "content-encoding": encoding = "" } = request.headers;
    const body = request.method === "POST" ? Buffer.concat(chunks) : undefined;
    const headers = { "content-type": type, ...(encoding === "" ? {} : { "content-encoding": encoding }) };
    const answer = await fetch(`${http.url}${request.url}`, { method: request.method, headers, body });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isList = request.url!.includes("/info/refs");
    const text = abilities.reduce(
      // Of the same length, because every line begins with its length.
      (said, ability) => said.replace(` ${ability} `, ` ${"x".repeat(ability.length)} `),
      bytes.toString("latin1"),
    );
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    response.end(isList ? Buffer.from(text, "latin1") : bytes);
  });
}

const author = { name: "Copydesk", email: "copydesk@localhost" };

describe("a server that cannot leave anything out", () => {
  it.each([
    ["no filters", ["filter"], true],
    ["no shallow clones", ["shallow"], false],
    ["neither", ["filter", "shallow"], false],
  ])("is fetched from, and pushed to: %s", async (_, abilities, isCut) => {
    const { root, bare, first, commit } = await makeSite();
    const url = await serveWithout(root, abilities);
    const shared = { repository: parseRepository(`${url}/site.git`), allowPrivateAddresses: true };
    const mirrorsFolder = await folder();
    const fetched = await fetchBase({ ...shared, mirrorsFolder, ref: null, jobId: "job1" });
    expect(fetched).toMatchObject({ baseCommit: commit, fetched: true });
    const { mirror } = fetched;
    const isShallow = await access(join(mirror, "shallow")).then(
      () => true,
      () => false,
    );
    expect(isShallow).toBe(isCut);
    const workspacesFolder = await folder();
    const workspace = await createWorkspace({ workspacesFolder, name: "job1", mirror, commit });
    await writeFile(join(workspace.directory, "a.md"), "changed\n");
    const tree = await treeHash(workspace, ["a.md"]);
    const made = await commitWorkspace(workspace, { tree, message: "change", author, date: new Date(1e12) });
    await pushBranch({ ...shared, workspace, commit: made, branch: "copydesk/job1" });
    expect(await git(bare, ["rev-parse", "copydesk/job1"])).toBe(made);
    const ends = { base: commit, head: made, authorEmail: author.email, committerEmail: author.email };
    const compared = await compareHistories({ ...shared, mirror }, ends);
    expect(compared).toEqual({ headHasBase: true, baseHasHead: false, mergeBase: commit, isOnlyOurs: true });
    await git(bare, ["update-ref", "refs/heads/main", first]);
    const older = await fetchBase({ ...shared, mirrorsFolder, ref: null, jobId: "job2" });
    expect(older.baseCommit).toBe(first);
  });

  it("is refused with a clear message if it only serves files", async () => {
    const { root, bare } = await makeSite();
    await git(bare, ["update-server-info"]);
    const url = await serve(async (request, response) => {
      const path = new URL(request.url!, "http://localhost").pathname;
      response.end(await readFile(join(root, path)));
    });
    const shared = { repository: parseRepository(`${url}/site.git`), allowPrivateAddresses: true };
    await expect(
      fetchBase({ ...shared, mirrorsFolder: await folder(), ref: null, jobId: "job1" }),
    ).rejects.toMatchObject({
      code: "repository_unreachable",
      message: expect.stringContaining(`"dumb" protocol`),
    });
  });
});

describe("a repository over the limit", () => {
  it("is not fetched whole, and leaves nothing in the mirror", async () => {
    const { root } = await makeSite({ "noise.bin": randomBytes(5_000_000) });
    const http = await startGitHttpServer(root);
    cleanups.push(http.close);
    const mirrorsFolder = await folder();
    const maxTotalBytes = 1024 * 1024;
    const repository = parseRepository(`${http.url}/site.git`);
    const shared = { repository, allowPrivateAddresses: true, mirrorsFolder, ref: null };
    await expect(fetchBase({ ...shared, jobId: "job1", maxTotalBytes })).rejects.toMatchObject({
      code: "repository_too_large",
      message: "The repository is too large for Copydesk: its files have more than 1 MiB.",
    });
    const [mirror] = (await readdir(mirrorsFolder)).map((name) => join(mirrorsFolder, name));
    const left = await readdir(mirror!, { recursive: true });
    const sizes = await Promise.all(left.map(async (name) => (await stat(join(mirror!, name))).size));
    expect(Math.max(...sizes)).toBeLessThan(10_000);
    expect(await fetchBase({ ...shared, jobId: "job1" })).toMatchObject({ fetched: true });
  });
});

describe("a file that Git LFS keeps elsewhere", () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 123456789\n`;

  it("stays the repository's pointer, in the workspace and in the commit", async () => {
    const attributes = "*.png filter=lfs diff=lfs merge=lfs -text\n";
    const { bare, commit } = await makeSite({
      ".gitattributes": attributes,
      "a.md": "1\n",
      "a.png": pointer,
      "b.png": pointer,
    });
    const shared = { repository: parseRepository(bare), allowPrivateAddresses: true };
    const { mirror } = await fetchBase({
      ...shared,
      mirrorsFolder: await folder(),
      ref: null,
      jobId: "job1",
    });
    const content = await assertRepositorySize({ mirror, commit });
    expect(content.bytes).toBeLessThan(1_000);
    const workspacesFolder = await folder();
    const workspace = await createWorkspace({ workspacesFolder, name: "job1", mirror, commit });
    expect(await readFile(join(workspace.directory, "a.png"), "utf8")).toBe(pointer);
    await writeFile(join(workspace.directory, "a.md"), "changed\n");
    const tree = await treeHash(workspace, ["a.md", "b.png"]);
    expect((await diffWorkspace(workspace, tree)).files.map(({ path }) => path)).toEqual(["a.md"]);
    expect(await git(bare, ["rev-parse", `${commit}:a.png`])).toBe(
      await git(workspace.gitDirectory, [
        `--git-dir=${workspace.gitDirectory}`,
        "rev-parse",
        `${tree}:a.png`,
      ]),
    );
  });
});
