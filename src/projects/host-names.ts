/** The code hosts that a project can name. */
export const hostNames = [
  "local",
  "git",
  "github",
  "gitlab",
  "gitea",
  "forgejo",
  "bitbucket",
  "bitbucket-data-center",
  "azure-devops",
] as const;

export type HostName = (typeof hostNames)[number];

const knownHosts: Record<string, HostName> = {
  "github.com": "github",
  "gitlab.com": "gitlab",
  "codeberg.org": "forgejo",
  "gitea.com": "gitea",
  "bitbucket.org": "bitbucket",
  "dev.azure.com": "azure-devops",
  "ssh.dev.azure.com": "azure-devops",
};

/** The host of a repository whose project names none: by the name of a public host, else plain git; `local` for a path. */
export function guessHost(repository: { kind: "path" } | { kind: "url"; host: string }): HostName {
  if (repository.kind === "path") return "local";
  if (repository.host.endsWith(".visualstudio.com")) return "azure-devops";
  return knownHosts[repository.host] ?? "git";
}
