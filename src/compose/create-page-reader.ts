import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { isPagePath } from "../checks/build-index.ts";
import { createSiteChecker } from "../checks/processes/create-site-checker.ts";
import { AppError, isAppError } from "../errors.ts";
import { deleteJobRefs } from "../git/delete-job-refs.ts";
import { fetchBase } from "../git/fetch-base.ts";
import { createMirrors } from "../git/mirror/open-mirrors.ts";
import { isFile } from "../git/mirror/snapshot.ts";
import { remoteUrl } from "../git/open-remote.ts";
import { parseRepository } from "../git/parse-repository.ts";
import type { Pages, ReadPages } from "../projects/list-pages.ts";
import { randomBase62 } from "../text/base62.ts";
import { findPageTitle } from "../text/find-page-title.ts";
import { toRemoteNetwork } from "./create-network.ts";
import { createProjectHosts, type ProjectHostDeps } from "./open-project-host.ts";

const readMs = 14_000;
const keptMs = 60_000;
const keptMax = 20;
const cacheBytes = 16 * 1_000_000;
const titledPagesMax = 5_000;
const titleBytesMax = 256_000;
const titleCharactersMax = 4_096;
const readsAtOnce = 32;

/** Reads the pages of a branch through a mirror of this machine, once a minute at most. Nothing is started before somebody asks. */
export function createPageReader(
  hosts: ProjectHostDeps,
  folder: string,
): { readPages: ReadPages; close(): Promise<void> } {
  const { config } = hosts;
  const openHost = createProjectHosts(hosts);
  const mirrors = createMirrors({ folder, cacheBytes });
  const siteChecker = createSiteChecker({ processesMax: 1 });
  const network = toRemoteNetwork(config);
  const mirrorsFolder = join(config.dataFolder, "mirrors");
  const kept = new LRUCache<string, Promise<Pages>>({ max: keptMax, ttl: keptMs });

  async function read(project: Parameters<ReadPages>[0], ref: string | null): Promise<Pages> {
    const signal = AbortSignal.timeout(readMs);
    const repository = parseRepository(project.repository);
    const place = {
      ...{ projectId: project.id, repository: remoteUrl(repository), host: project.host },
      ...{ hostUrl: project.host_url, credentials: project.credentials },
    };
    const jobId = `pages_${randomBase62(22)}`;
    const access = project.credentials === null ? {} : { access: () => openHost(place, signal).access() };
    const { allowPrivateAddresses } = config;
    const remote = { repository, allowPrivateAddresses, network, ...access };
    const base = await fetchBase({ ...remote, mirrorsFolder, ref, jobId, signal });
    const mirror = await mirrors.open(base.mirror);
    try {
      const snapshot = await mirror.snapshot(base.baseCommit, { signal });
      const files = snapshot.paths();
      const site = await siteChecker.open({
        ...{ gitDirectory: mirror.gitDirectory, commit: base.baseCommit, files: files.length },
        ...{ readChanged: async () => null, signal },
      });
      const { generator, docsRoot } = site.baseline.shape;
      site.close();
      const root = docsRoot === "" ? "" : `${docsRoot}/`;
      const paths = files.filter((path) => path.startsWith(root) && isPagePath(path)).sort();
      const titles = await readTitles(paths.slice(0, titledPagesMax), async (path) => {
        const entry = snapshot.find(path);
        if (entry === null || !isFile(entry) || entry.bytes > titleBytesMax) return null;
        return await mirror.readBlob(entry.id);
      });
      const pages = paths.map((path) => ({ path, title: titles.get(path) ?? null }));
      return { pages, generator, commit: base.baseCommit };
    } catch (error) {
      throw toAnswer(error, signal);
    } finally {
      mirror.release();
      await deleteJobRefs(base.mirror, jobId).catch(() => undefined);
    }
  }

  return {
    async readPages(project, ref) {
      const key = JSON.stringify([project.id, project.repository, project.credentials, ref]);
      const known = kept.get(key);
      if (known !== undefined) return await known;
      const reading = read(project, ref);
      kept.set(key, reading);
      reading.catch(() => kept.delete(key));
      return await reading;
    },
    async close() {
      siteChecker.close();
      await mirrors.close();
    },
  };
}

function toAnswer(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted || isAppError(error, "check_timeout"))
    return new AppError("unavailable", "Reading the pages took too long. Try again soon.", { cause: error });
  if (isAppError(error, "repository_too_large"))
    return new AppError("repository_unreachable", "The repository is too large to list its pages.", {
      cause: error,
    });
  return error;
}

async function readTitles(
  paths: readonly string[],
  read: (path: string) => Promise<Buffer | null>,
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (let at = 0; at < paths.length; at += readsAtOnce) {
    const some = paths.slice(at, at + readsAtOnce);
    await Promise.all(
      some.map(async (path) => {
        const text = (await read(path))?.subarray(0, titleCharactersMax).toString("utf8");
        const title = text === undefined ? null : findPageTitle(text);
        if (title !== null) titles.set(path, title);
      }),
    );
  }
  return titles;
}
