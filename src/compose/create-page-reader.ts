import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { isBelow } from "../checks/model/open-sites.ts";
import { createSiteChecker, type SiteChecker } from "../checks/processes/create-site-checker.ts";
import { createMirrors } from "../git/mirror/open-mirrors.ts";
import { policyPath } from "../policy/policy-schema.ts";
import { joinInstructions } from "../projects/join-instructions.ts";
import type { Pages, ReadPages } from "../projects/list-pages.ts";
import type { ReadTranslations } from "../projects/list-translations.ts";
import type { ReadInstructions } from "../projects/preview-instructions.ts";
import { findPageTitle } from "../text/find-page-title.ts";
import { isPagePath } from "../text/page-path.ts";
import { createTranslationReader } from "./create-translation-reader.ts";
import { type BranchDeps, openBranch, toReadError } from "./open-branch.ts";
import { createProjectHosts, type ProjectHostDeps } from "./open-project-host.ts";

const readMs = 14_000;
/** Time limit of a generator's checks of the whole site, which happen in the background. */
const lookMs = 60_000;
/** How long a response waits for them. */
const patienceMs = 1_000;
const keptMs = 60_000;
const keptMax = 20;
const cacheBytes = 16 * 1_000_000;
const titledPagesMax = 5_000;
const titleBytesMax = 256_000;
const titleCharactersMax = 4_096;
const readsAtOnce = 32;

interface Shape {
  generator: string;
  /** Folders of the pages of every site. */
  docsRoots: readonly string[];
}

interface Read {
  pages: Pages["pages"];
  commit: string;
  /** Never rejects; null if the site could not be read. */
  shape: Promise<Shape | null>;
}

/**
 * Reads the pages of a branch through a mirror of this machine, at most once a minute. Names and titles are
 * available at once; for a large site, which of them belong to it is known a little later. Nothing starts
 * before it is first used.
 */
export function createPageReader(
  hosts: ProjectHostDeps,
  folder: string,
): {
  readPages: ReadPages;
  readInstructions: ReadInstructions;
  readTranslations: ReadTranslations;
  close(): Promise<void>;
} {
  const { config } = hosts;
  const mirrors = createMirrors({ folder, cacheBytes });
  const siteChecker = createSiteChecker({ processesMax: 1 });
  const openHost = createProjectHosts(hosts);
  const kept = new LRUCache<string, Promise<Read>>({ max: keptMax, ttl: keptMs });

  async function read(project: Parameters<ReadPages>[0], ref: string | null): Promise<Read> {
    const signal = AbortSignal.timeout(readMs);
    const branch = await openBranch({ config, openHost, mirrors }, project, { ref, signal });
    const { base, mirror, snapshot } = branch;
    let looking: Promise<unknown> = Promise.resolve();
    try {
      const files = snapshot.paths();
      const shape = openShape(siteChecker, mirror.gitDirectory, base.baseCommit, files.length);
      looking = shape;
      const paths = files.filter((path) => isPagePath(path) && !hiddenPart.test(path)).sort();
      const titles = await readTitles(paths.slice(0, titledPagesMax), (path) =>
        branch.readFile(path, titleBytesMax),
      );
      const pages = paths.map((path) => ({ path, title: titles.get(path) ?? null }));
      return { pages, commit: base.baseCommit, shape };
    } catch (error) {
      throw toReadError(error, signal);
    } finally {
      void looking.finally(branch.close);
    }
  }

  function readOnce(project: Parameters<ReadPages>[0], ref: string | null): Promise<Read> {
    const key = JSON.stringify([project.id, project.repository, project.credentials, ref]);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const reading = read(project, ref);
    kept.set(key, reading);
    reading.catch(() => kept.delete(key));
    return reading;
  }

  return {
    async readPages(project, ref) {
      const { pages, commit, shape } = await readOnce(project, ref);
      const known = await Promise.race([shape, sleep(patienceMs, null, { ref: false })]);
      if (known === null) return { pages, commit, generator: null };
      const isOfSite = ({ path }: { path: string }) => known.docsRoots.some((root) => isBelow(path, root));
      return {
        pages: pages.filter(isOfSite),
        ...{ commit, generator: known.generator },
      };
    },
    readInstructions: (project, ref) => readInstructions({ config, openHost, mirrors }, project, ref),
    readTranslations: createTranslationReader({ config, openHost, mirrors }),
    async close() {
      siteChecker.close();
      await mirrors.close();
    },
  };
}

/** Reads the instructions as a job that begins now would. */
async function readInstructions(
  deps: BranchDeps,
  project: Parameters<ReadInstructions>[0],
  ref: string | null,
): ReturnType<ReadInstructions> {
  const signal = AbortSignal.timeout(readMs);
  const branch = await openBranch(deps, project, { ref, signal });
  try {
    const readText = async (path: string) =>
      (await branch.readFile(path, titleBytesMax))?.toString("utf8") ?? null;
    const joined = await joinInstructions(readText);
    return { commit: branch.base.baseCommit, joined, policy: await readText(policyPath) };
  } catch (error) {
    throw toReadError(error, signal);
  } finally {
    await branch.close();
  }
}

const hiddenPart = /(?:^|\/)[._]/;

async function openShape(
  siteChecker: SiteChecker,
  gitDirectory: string,
  commit: string,
  files: number,
): Promise<Shape | null> {
  try {
    const signal = AbortSignal.timeout(lookMs);
    const site = await siteChecker.open({
      gitDirectory,
      commit,
      files,
      readChanged: async () => null,
      signal,
    });
    site.close();
    const { shape, otherSites } = site.baseline;
    const docsRoots = [shape, ...otherSites.map((one) => one.shape)].map(({ docsRoot }) => docsRoot);
    return { generator: shape.generator, docsRoots };
  } catch {
    return null;
  }
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
