import { azureDevopsModule } from "./azure-devops/module.ts";
import { bitbucketModule } from "./bitbucket/module.ts";
import { bitbucketDataCenterModule } from "./bitbucket-data-center/module.ts";
import { forgejoModule, giteaModule } from "./gitea/module.ts";
import { githubModule } from "./github/module.ts";
import { gitlabModule } from "./gitlab/module.ts";
import type { HostModule } from "./types.ts";

/** The hosts whose API is spoken, by the name that projects give them. */
export const hostModules: Readonly<Record<string, HostModule | undefined>> = {
  github: githubModule,
  gitlab: gitlabModule,
  gitea: giteaModule,
  forgejo: forgejoModule,
  bitbucket: bitbucketModule,
  "bitbucket-data-center": bitbucketDataCenterModule,
  "azure-devops": azureDevopsModule,
};
