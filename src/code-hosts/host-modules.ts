import type { ApiHostName } from "../schemas/hosts.ts";
import { azureDevopsModule } from "./azure-devops/module.ts";
import { bitbucketModule } from "./bitbucket/module.ts";
import { bitbucketDataCenterModule } from "./bitbucket-data-center/module.ts";
import { forgejoModule, giteaModule } from "./gitea/module.ts";
import { githubModule } from "./github/module.ts";
import { gitlabModule } from "./gitlab/module.ts";
import type { HostModule } from "./types.ts";

export const hostModules: Readonly<Record<ApiHostName, HostModule>> = {
  github: githubModule,
  gitlab: gitlabModule,
  gitea: giteaModule,
  forgejo: forgejoModule,
  bitbucket: bitbucketModule,
  "bitbucket-data-center": bitbucketDataCenterModule,
  "azure-devops": azureDevopsModule,
};

/** Returns undefined for hosts without an API. */
export function findHostModule(name: string): HostModule | undefined {
  return Object.hasOwn(hostModules, name) ? hostModules[name as ApiHostName] : undefined;
}
