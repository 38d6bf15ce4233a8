/**
 * The code hosts whose API is spoken, and where the public ones are. `src/code-hosts/host-modules.ts` has
 * their modules.
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

/** `local`: a path on this machine; `git`: a server of which only git is known. */
type HostName = "local" | "git" | ApiHostName;

/** What a project can name. */
export const hostNames = ["local", "git", ...(Object.keys(domains) as ApiHostName[])] as const;

/**
 * The host of a repository whose project names none: by the name of a public host, else plain git; `local`
 * for a path.
 */
export function guessHost(repository: { kind: "path" } | { kind: "url"; host: string }): HostName {
  if (repository.kind === "path") return "local";
  const { host } = repository;
  const found = Object.entries(domains).find(([, names]) =>
    names.some((name) => (name.startsWith("*") ? host.endsWith(name.slice(1)) : host === name)),
  );
  return (found?.[0] as ApiHostName | undefined) ?? "git";
}
