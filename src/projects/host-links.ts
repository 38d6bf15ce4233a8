import type { ParsedRepository } from "../git/remote/parse-repository.ts";

/** Pages for creating a token, by kind of host; `origin` is that of the host's pages. */
const tokenPages: Record<string, (origin: string) => string> = {
  github: (origin) => `${origin}/settings/personal-access-tokens/new`,
  gitlab: (origin) => `${origin}/-/user_settings/personal_access_tokens`,
  gitea: (origin) => `${origin}/user/settings/applications`,
  forgejo: (origin) => `${origin}/user/settings/applications`,
  bitbucket: () => "https://id.atlassian.com/manage-profile/security/api-tokens",
  "bitbucket-data-center": (origin) => `${origin}/plugins/servlet/access-tokens/manage`,
  "azure-devops": (origin) => `${origin}/_usersSettings/tokens`,
};

/** Returns the page of the repository's host for creating a token; null if none is known. */
export function tokenPage(host: string, repository: ParsedRepository): string | null {
  const page = tokenPages[host];
  if (page === undefined || repository.kind === "path") return null;
  const scheme = repository.scheme === "http" ? "http" : "https";
  const isUsual = repository.scheme === "ssh" || [80, 443].includes(repository.port);
  const name = repository.host === "ssh.dev.azure.com" ? "dev.azure.com" : repository.host;
  const origin = `${scheme}://${name}${isUsual ? "" : `:${repository.port}`}`;
  // `https://dev.azure.com/<organisation>/…`, `git@ssh.dev.azure.com:v3/<organisation>/…`
  const [organisation = ""] = repository.url
    .slice(repository.url.indexOf(repository.host) + repository.host.length)
    .split(/[/:]/)
    .filter((part) => part !== "" && part !== "v3");
  const isShared = host === "azure-devops" && name === "dev.azure.com";
  return page(isShared ? `${origin}/${organisation}` : origin);
}
