import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createGzip } from "node:zlib";
import { describe, expect, it } from "vitest";
import { assertRepositorySize } from "../../src/git/fetch/assert-repository-size.ts";
import { fetchBase } from "../../src/git/fetch/fetch-base.ts";
import { parseRepository } from "../../src/git/remote/parse-repository.ts";
import { plantDeltaBomb } from "../helpers/delta-bomb.ts";
import { git } from "../helpers/git-fixture.ts";
import { startGitHttpProcess } from "../helpers/git-http-process.ts";
import { makeLongRepository } from "../helpers/git-large-repository.ts";
import { watchMemory } from "../helpers/git-memory.ts";
import { onLinux } from "../helpers/skip-unless.ts";
import { useCleanups } from "../helpers/use-cleanups.ts";

const mebibyte = 1024 * 1024;
const isFull = process.env.COPYDESK_FULL_FAULTS === "1";
const bombs: [files: number, megabytes: number][] = isFull
  ? [
      [3, 200],
      [1, 600],
    ]
  : [[1, 300]];
/** With 100 commits 200 MB of history. */
const site = { pages: 1_500, pageBytes: 12_000 };

const { cleanups, folder } = useCleanups();

/**
 * Fetches and reads the sizes as a job does. Answers what it ended with, and the most memory that one git
 * process had.
 */
async function fetchAndWatch(url: string, hostGroup = -1) {
  const watch = await watchMemory(hostGroup);
  const options = { repository: parseRepository(url), allowPrivateAddresses: true };
  const fetching = fetchBase({ ...options, mirrorsFolder: await folder(), ref: null, jobId: "job1" });
  const ended = await fetching
    .then(({ mirror, baseCommit: commit }) => assertRepositorySize({ mirror, commit }))
    .then(
      ({ files }) => ({ code: "fetched", message: `${files} files` }),
      (error: { code: string; message: string }) => error,
    );
  const { largestGit, ownGrowth } = await watch.stop();
  console.log(`${url}: ${ended.code}, git ${Math.round(largestGit / mebibyte)} MiB`);
  expect(largestGit).toBeLessThan(300 * mebibyte);
  expect(ownGrowth).toBeLessThan(100 * mebibyte);
  return ended;
}

/** A host whose every response is gzip of this many bytes of refs. */
async function startGzipBomb(bytes: number): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      "content-type": "application/x-git-upload-pack-advertisement",
      "content-encoding": "gzip",
    });
    const gzip = createGzip({ level: 1 });
    gzip.pipe(response);
    gzip.write("001e# service=git-upload-pack\n0000");
    const piece = Buffer.alloc(8 * mebibyte, "a");
    let left = bytes;
    const write = (): void => {
      if (response.destroyed) return;
      left -= piece.length;
      if (left <= 0) gzip.end();
      else gzip.write(piece, write);
    };
    write();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/site.git`;
}

describe("a repository that would fill the memory", onLinux, () => {
  it("ends with its reason below 300 MiB: 1 GiB of refs in 5 MB of gzip", async () => {
    const ended = await fetchAndWatch(await startGzipBomb(1024 * mebibyte));
    expect(ended).toMatchObject({
      code: "repository_unreachable",
      message: expect.stringContaining("compressed"),
    });
  });

  it.each(bombs)(
    "ends with its reason below 300 MiB: %d files of %d MB as deltas in a small pack",
    async (count, megabytes) => {
      const root = await folder();
      const path = join(root, "site.git");
      await git("/", ["init", "--quiet", "--bare", "--initial-branch=main", path]);
      expect(await plantDeltaBomb(path, { count, bytes: megabytes * 1e6 })).toBeLessThan(200_000);
      const host = await startGitHttpProcess(root, { allowFilter: false });
      cleanups.push(host.close);
      const ended = await fetchAndWatch(`${host.url}/site.git`, host.group);
      // It depends on the host's git whether the file arrives as such or has to be put together here.
      const words = /256 MiB of memory|larger than 50 MiB/;
      expect(ended).toMatchObject({ code: "repository_too_large", message: expect.stringMatching(words) });
    },
  );

  it("is no large site with a long history, over HTTP or from a path", async () => {
    const root = await folder();
    const path = join(root, "site.git");
    await makeLongRepository(path, isFull ? { ...site, commits: 100 } : { ...site, commits: 5 });
    const host = await startGitHttpProcess(root);
    cleanups.push(host.close);
    for (const url of [path, `${host.url}/site.git`])
      expect(await fetchAndWatch(url, host.group)).toEqual({ code: "fetched", message: "1500 files" });
  });
});
