import { AppError } from "../../errors.ts";
import { trimEndCharacters } from "../../text/trim-characters.ts";
import { readRepositoryAddress } from "../repository-address.ts";
import type { HostOptions } from "../types.ts";

/** Location of a project on its instance. */
export interface GitlabAddress {
  /** URL of the instance, without a trailing slash; may have a path. */
  root: string;
  /** Path with all groups: `group/subgroup/docs`. */
  project: string;
}

/** Host names that serve ssh on the https port. */
const sshNames: Readonly<Record<string, string | undefined>> = { "altssh.gitlab.com": "gitlab.com" };

/**
 * Parses a project's address from the repository's URL; `apiUrl` may end with `/api/v4` or name just the
 * instance. Throws `invalid_repository_url` if the URL has no group.
 */
export function readGitlabAddress({
  repository,
  apiUrl,
}: Pick<HostOptions, "repository" | "apiUrl">): GitlabAddress {
  const { origin, hostname, segments } = readRepositoryAddress(repository);
  const sshName = sshNames[hostname];
  const root =
    apiUrl === null || apiUrl === undefined
      ? withHost(origin, sshName)
      : trimEndCharacters(apiUrl, "/").replace(/\/api\/v4$/, "");
  const project = /^https?:/i.test(repository) ? withoutFolder(segments, root) : segments;
  if (project.length >= 2) return { root, project: project.join("/") };
  throw new AppError(
    "invalid_repository_url",
    `${repository} does not name a group and a project. Example: https://gitlab.com/group/subgroup/docs`,
  );
}

function withHost(origin: string, hostname: string | undefined): string {
  return hostname === undefined ? origin : `https://${hostname}`;
}

/** Only http URLs contain the path of the instance itself. */
function withoutFolder(segments: readonly string[], root: string): string[] {
  const folder = new URL(root).pathname.split("/").filter((segment) => segment !== "");
  const isBelow = folder.every((segment, at) => decodeURIComponent(segment) === segments[at]);
  return isBelow ? segments.slice(folder.length) : [...segments];
}
