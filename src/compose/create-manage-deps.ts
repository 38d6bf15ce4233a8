import { join } from "node:path";
import { createSiteChecker } from "../checks/processes/create-site-checker.ts";
import type { Config } from "../config.ts";
import { findExposedSecret } from "../engines/find-exposed-secret.ts";
import { AppError } from "../errors.ts";
import { fetchBase } from "../git/fetch/fetch-base.ts";
import { deleteJobRefs } from "../git/mirror/delete-job-refs.ts";
import { removeMirror } from "../git/mirror/ensure-mirror.ts";
import { createMirrors } from "../git/mirror/open-mirrors.ts";
import { remoteUrl } from "../git/remote/open-remote.ts";
import { parseRepository } from "../git/remote/parse-repository.ts";
import { assertTokenSafe } from "../network/assert-token-safe.ts";
import type { LookAtSite } from "../projects/preview-repository.ts";
import type { ManageDeps } from "../server/manage-deps.ts";
import { randomBase62 } from "../text/base62.ts";
import type { OpenProjectHost } from "../worker/project-host.ts";
import { toRemoteNetwork } from "./create-network.ts";
import { createRepositoryReader } from "./create-repository-reader.ts";
import { createProjectHosts, type ProjectHostDeps } from "./open-project-host.ts";
import { openSlack } from "./open-slack.ts";

const lookMs = 45_000;

// The names of one commit and the few files by which a generator is recognised.
const cacheBytes = 16 * 1_000_000;

/**
 * Provides what managing projects needs besides the store. Nothing starts before it is first used. `folder`
 * belongs to this process.
 */
export function createManageDeps(
  hosts: ProjectHostDeps,
  folder: string,
): { deps: ManageDeps; close(): Promise<void> } {
  const { config, secretBox, fetch } = hosts;
  const openHost = createProjectHosts(hosts);
  const mirrors = createMirrors({ folder, cacheBytes });
  const siteChecker = createSiteChecker({ processesMax: 1 });
  const mirrorsFolder = join(config.dataFolder, "mirrors");
  return {
    deps: {
      secretBox,
      callSlack: openSlack(config, fetch),
      repositoryFolders: config.repositoryFolders,
      openId: "openId" in config && config.openId !== null,
      budgetMax: config.budgetMax,
      retention: config.retention,
      identify: (project) => openHost(project).connection.pullRequests.whoAmI(),
      assertTokenSafe: (url) => assertTokenSafe(url, config.allowPlainHttp),
      findExposedSecret: (paths) => findExposedSecret(paths, config.dataFolder),
      readRepository: createRepositoryReader(config, openHost),
      removeMirror: (repository) => removeMirror(mirrorsFolder, parseRepository(repository)),
      lookAtSite: createSiteLook(config, { openHost, mirrors, siteChecker, mirrorsFolder }),
    },
    async close() {
      siteChecker.close();
      await mirrors.close();
    },
  };
}

interface LookDeps {
  openHost: OpenProjectHost;
  mirrors: ReturnType<typeof createMirrors>;
  siteChecker: ReturnType<typeof createSiteChecker>;
  mirrorsFolder: string;
}

/** Fetches the branch as a job would, and reads its site in another process. */
function createSiteLook(
  config: Config,
  { openHost, mirrors, siteChecker, mirrorsFolder }: LookDeps,
): LookAtSite {
  const network = toRemoteNetwork(config);
  return async (place) => {
    const signal = AbortSignal.timeout(lookMs);
    const { id: projectId, repository, ref, host, host_url: hostUrl, credentials } = place;
    const project = { projectId, repository: remoteUrl(repository), host, hostUrl, credentials };
    const jobId = `look_${randomBase62(22)}`;
    const { allowPrivateAddresses } = config;
    const access = credentials === null ? {} : { access: () => openHost(project, signal).access() };
    const late = (error: unknown) => {
      if (!signal.aborted) throw error;
      throw new AppError("check_timeout", "Counting the pages took too long; jobs have more time.");
    };
    const base = await fetchBase({
      ...{ repository, allowPrivateAddresses, network, ...access },
      ...{ mirrorsFolder, ref, jobId, signal },
    }).catch(late);
    const mirror = await mirrors.open(base.mirror);
    try {
      const snapshot = await mirror.snapshot(base.baseCommit, { signal });
      const site = await siteChecker.open({
        ...{ gitDirectory: mirror.gitDirectory, commit: base.baseCommit, files: snapshot.paths().length },
        ...{ readChanged: async () => null, signal },
      });
      const { shape, otherSites } = site.baseline;
      site.close();
      return {
        ...{ generator: shape.generator, pages: shape.pageCount },
        otherSites: otherSites.map(({ shape: { generator, docsRoot, pageCount } }) => ({
          ...{ generator, folder: docsRoot, pages: pageCount },
        })),
      };
    } catch (error) {
      return late(error);
    } finally {
      mirror.release();
      await deleteJobRefs(base.mirror, jobId).catch(() => undefined);
    }
  };
}
