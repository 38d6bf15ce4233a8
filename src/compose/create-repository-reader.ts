import type { Config } from "../config.ts";
import { remoteUrl } from "../git/remote/open-remote.ts";
import { readBaseBranch } from "../git/remote/read-base-branch.ts";
import type { ReadRepository } from "../projects/assert-repository.ts";
import type { OpenProjectHost } from "../worker/project-host.ts";
import { toRemoteNetwork } from "./create-network.ts";

/** Reads repositories as jobs will: with the operator's network settings and the project's credentials. */
export function createRepositoryReader(config: Config, openHost: OpenProjectHost): ReadRepository {
  const network = toRemoteNetwork(config);
  const { allowPrivateAddresses } = config;
  return async ({ repository, ref }, project) => {
    if (project === null || project.credentials === null)
      return await readBaseBranch({ repository, allowPrivateAddresses, network }, ref);
    const { id: projectId, host, host_url: hostUrl, credentials } = project;
    const place = { projectId, repository: remoteUrl(repository), host, hostUrl, credentials };
    const access = () => openHost(place).access();
    return await readBaseBranch({ repository, allowPrivateAddresses, network, access }, ref);
  };
}
