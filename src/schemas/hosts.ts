/**
 * The code hosts whose APIs are supported, with their public domains. Their modules are in
 * `src/code-hosts/host-modules.ts`.
 */
const domains = {
  github: ["github.com"],
  gitlab: ["gitlab.com"],
  gitea: ["gitea.com"],
  forgejo: ["codeberg.org"],
  bitbucket: ["bitbucket.org"],
  "bitbucket-data-center": [],
  "azure-devops": ["dev.azure.com", "ssh.dev.azure.com", "*.visualstudio.com"],
} as const satisfies Record<string, readonly string[]>;

export type ApiHostName = keyof typeof domains;

/** `local`: a path on this machine; `git`: a server that is only known to speak git. */
type HostName = "local" | "git" | ApiHostName;

/** Hosts that a project can name. */
export const hostNames = ["local", "git", ...(Object.keys(domains) as ApiHostName[])] as const;

/**
 * Returns the host of a repository whose project names none: by the domain of a public host, else plain git;
 * `local` for a path.
 */
export function guessHost(repository: { kind: "path" } | { kind: "url"; host: string }): HostName {
  if (repository.kind === "path") return "local";
  const { host } = repository;
  const found = Object.entries(domains).find(([, names]) =>
    names.some((name) => (name.startsWith("*") ? host.endsWith(name.slice(1)) : host === name)),
  );
  return (found?.[0] as ApiHostName | undefined) ?? "git";
}
