import { trimEndCharacters } from "../../text/trim-characters.ts";
import { readOwnerAndName } from "../repository-address.ts";

/**
 * Base URL of the REST API, without a trailing slash: github.com's own, or that of the Enterprise Server on
 * the repository's host.
 */
export function apiUrlOf(repository: string, apiUrl: string | null): string {
  if (apiUrl !== null) return trimEndCharacters(apiUrl, "/");
  const { origin, hostname } = readOwnerAndName(repository);
  if (isGithubDotCom(hostname)) return "https://api.github.com";
  // Enterprise Cloud with data residency: https://<name>.ghe.com
  if (hostname.endsWith(".ghe.com")) return `https://api.${hostname}`;
  return `${origin}/api/v3`;
}

/** Returns the GraphQL endpoint that belongs to a REST API. */
export function graphqlUrlOf(apiUrl: string): string {
  return apiUrl.endsWith("/api/v3") ? `${apiUrl.slice(0, -"/v3".length)}/graphql` : `${apiUrl}/graphql`;
}

/** `ssh.github.com` is GitHub's ssh on port 443. */
export function isGithubDotCom(hostname: string): boolean {
  return /^((www|ssh)\.)?github\.com$/i.test(hostname);
}
