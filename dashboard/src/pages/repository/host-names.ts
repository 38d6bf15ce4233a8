const names: Readonly<Record<string, string>> = {
  github: "GitHub",
  gitlab: "GitLab",
  gitea: "Gitea or Forgejo",
  bitbucket: "Bitbucket Cloud",
  "bitbucket-data-center": "Bitbucket Data Center",
  "azure-devops": "Azure DevOps",
  local: "A repository of this machine",
  git: "Plain git, without pull requests of a host",
};

/** Returns the host's usual name; for hosts of later versions, their id. */
export function hostLabel(host: string): string {
  return names[host] ?? host;
}

export const chosenHosts = Object.entries(names)
  .filter(([value]) => value !== "local")
  .map(([value, label]) => ({ value, label }));
