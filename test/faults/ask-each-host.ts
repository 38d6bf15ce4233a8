import { hostModules } from "../../src/code-hosts/host-modules.ts";

const repositories: Record<string, string> = {
  "azure-devops": "https://dev.azure.com/acme/docs/_git/docs",
  "bitbucket-data-center": "https://git.example/scm/acme/docs.git",
};

/** Asks every host's API, said to be at the URL, whose the credentials are. */
export function askEachHost(apiUrl: string, guarded: typeof fetch): Promise<unknown[]> {
  const asked = Object.entries(hostModules).map(async ([name, module]) => {
    const connection = module!.connect({
      repository: repositories[name] ?? "https://git.example/acme/docs",
      apiUrl,
      credentials: { token: "token", tokenKind: undefined, username: "somebody", app: undefined },
      fetch: guarded,
      signal: AbortSignal.timeout(20_000),
    });
    return await connection.pullRequests.whoAmI().catch((error: { code: string }) => error.code);
  });
  return Promise.all(asked);
}

export const hostCount = Object.keys(hostModules).length;
