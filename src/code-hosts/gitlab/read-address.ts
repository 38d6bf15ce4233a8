import { AppError } from "../../errors.ts";
import { trimEndCharacters } from "../../text/trim-characters.ts";
import { readRepositoryAddress } from "../repository-address.ts";
import type { HostOptions } from "../types.ts";

/** Where a project is on its instance. */
export interface GitlabAddress {
  /** Of the instance, without a trailing slash; an instance may live below a path. */
  root: string;
  /** With all groups: `group/subgroup/docs`. */
  project: string;
}

/** Only for ssh through the port of https. */
const sshNames: Readonly<Record<string, string | undefined>> = { "altssh.gitlab.com": "gitlab.com" };

/**
 * Reads the address of a project from the repository's URL; `apiUrl` may end with `/api/v4` or name the
 * instance only. Throws `invalid_repository_url` for a URL without a group.
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

/** The path that the instance itself lives below is part of its http URLs only. */
function withoutFolder(segments: readonly string[], root: string): string[] {
  const folder = new URL(root).pathname.split("/").filter((segment) => segment !== "");
  const isBelow = folder.every((segment, at) => decodeURIComponent(segment) === segments[at]);
  return isBelow ? segments.slice(folder.length) : [...segments];
}
