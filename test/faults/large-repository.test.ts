import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createWorkspace } from "../../src/git/checkout/create-workspace.ts";
import { assertRepositorySize } from "../../src/git/fetch/assert-repository-size.ts";
import { fetchBase } from "../../src/git/fetch/fetch-base.ts";
import { parseRepository } from "../../src/git/remote/parse-repository.ts";
import { pushBranch } from "../../src/git/remote/push-branch.ts";
import { commitWorkspace } from "../helpers/checkout/commit-workspace.ts";
import { diffWorkspace } from "../helpers/checkout/diff-workspace.ts";
import { treeHash } from "../helpers/checkout/write-tree.ts";
import { git, temporaryFolder } from "../helpers/git-fixture.ts";
import { type GitHttpProcess, startGitHttpProcess } from "../helpers/git-http-process.ts";
import { bytesIn, makeLargeRepository } from "../helpers/git-large-repository.ts";
import { type WatchedMemory, watchMemory } from "../helpers/git-memory.ts";
import { onLinux } from "../helpers/skip-unless.ts";

const isFull = process.env.COPYDESK_FULL_FAULTS === "1";
const mebibyte = 1024 * 1024;

/** 1 GB in the tree and 0.2 GB more in the history, or 60 MB. */
const size = { files: isFull ? 250 : 15, fileBytes: 4_000_000 };
const treeBytes = size.files * size.fileBytes;

let root: string;
let host: GitHttpProcess;

beforeEach(async () => {
  root = await temporaryFolder();
  host = await startGitHttpProcess(root);
});

afterEach(async () => {
  await host.close();
  await rm(root, { recursive: true, force: true });
});

const author = { name: "Copydesk", email: "copydesk@localhost" };

function report(title: string, memory: WatchedMemory, diskBytes: number): void {
  const { largestGit, allGit, ownGrowth } = memory;
  const all = { largestGit, allGit, ownGrowth, disk: diskBytes };
  const told = Object.entries(all).map(([name, bytes]) => `${name} ${Math.round(bytes / mebibyte)} MiB`);
  console.log(`${title}: ${told.join(", ")}`);
}

describe(`a repository of ${treeBytes / 1e6} MB`, onLinux, () => {
  it("is worked on in bounded memory and disk, and brought once", async () => {
    const bare = join(root, "site.git");
    await makeLargeRepository(bare, size);
    const shared = { repository: parseRepository(`${host.url}/site.git`), allowPrivateAddresses: true };
    const data = join(root, "data");
    const fetchFor = (jobId: string) =>
      fetchBase({ ...shared, mirrorsFolder: join(data, "mirrors"), ref: null, jobId });
    const watch = await watchMemory(host.group);
    const { mirror, baseCommit } = await fetchFor("job1");
    const mirrorBytes = await bytesIn(mirror);
    expect((await assertRepositorySize({ mirror, commit: baseCommit })).files).toBe(size.files + 1);
    const place = { workspacesFolder: join(data, "workspaces"), name: "job1", mirror, commit: baseCommit };
    const workspace = await createWorkspace(place);
    await writeFile(join(workspace.directory, "index.md"), "# Three\n");
    const tree = await treeHash(workspace, ["index.md"]);
    expect((await diffWorkspace(workspace, tree)).files).toHaveLength(1);
    const commit = await commitWorkspace(workspace, {
      tree,
      message: "change",
      author,
      date: new Date(1.7e12),
    });
    await pushBranch({ ...shared, workspace, commit, branch: "copydesk/job1" });
    expect(await git(bare, ["rev-parse", "copydesk/job1"])).toBe(commit);
    expect(await fetchFor("job2")).toMatchObject({ fetched: false });
    const memory = await watch.stop();
    const diskBytes = await bytesIn(data);
    report("the first job", memory, diskBytes);
    expect(mirrorBytes).toBeLessThan(treeBytes * 1.01 + mebibyte);
    expect(diskBytes).toBeLessThan(2 * treeBytes * 1.01 + 2 * mebibyte);
    expect(memory.largestGit).toBeLessThan(128 * mebibyte);
    expect(memory.ownGrowth).toBeLessThan(64 * mebibyte);
  });

  it("that is over the limit takes no more than the limit while it is fetched, and nothing afterwards", async () => {
    await makeLargeRepository(join(root, "site.git"), size);
    const shared = { repository: parseRepository(`${host.url}/site.git`), allowPrivateAddresses: true };
    const data = join(root, "data");
    const maxTotalBytes = treeBytes / 2;
    const disk = watchDisk(data);
    const watch = await watchMemory(host.group);
    const fetching = fetchBase({ ...shared, mirrorsFolder: data, ref: null, jobId: "job1", maxTotalBytes });
    await expect(fetching).rejects.toMatchObject({ code: "repository_too_large" });
    const memory = await watch.stop();
    const peakBytes = await disk.stop();
    report("over the limit", memory, peakBytes);
    expect(peakBytes).toBeLessThan(maxTotalBytes * 1.07 + 2 * mebibyte);
    expect(memory.largestGit).toBeLessThan(128 * mebibyte);
    expect(await bytesIn(data)).toBeLessThan(mebibyte);
  });
});

/** The most that a folder had, looked at again and again. */
function watchDisk(folder: string): { stop(): Promise<number> } {
  let peak = 0;
  let isStopped = false;
  const look = async (): Promise<void> => {
    while (!isStopped) {
      peak = Math.max(peak, await bytesIn(folder).catch(() => 0));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const looking = look();
  return {
    async stop() {
      isStopped = true;
      await looking;
      return peak;
    },
  };
}
