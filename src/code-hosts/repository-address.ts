import { AppError } from "../errors.ts";
import { trimEndCharacters } from "../text/trim-characters.ts";

/** Location of a repository on its host. */
export interface RepositoryAddress {
  /** `https://host[:port]`; for ssh URLs, the same host over https. */
  origin: string;
  hostname: string;
  /** Decoded parts of the path, without `.git`: `["group", "sub", "docs"]`. */
  segments: string[];
}

const scpForm = /^(?:[^@/]+@)?(\[[^\]]+\]|[^:/]+):(?!\/\/)(.+)$/;

/** Parses a repository URL as git uses it. Throws `invalid_repository_url` if it has no host and path. */
export function readRepositoryAddress(repository: string): RepositoryAddress {
  const [, scpHost, scpPath] = /^[a-z]+:\/\//i.test(repository) ? [] : (scpForm.exec(repository) ?? []);
  const url = URL.parse(scpHost === undefined ? repository : `ssh://${scpHost}/${scpPath}`);
  if (url === null || !["https:", "http:", "ssh:"].includes(url.protocol)) throw notOnAHost(repository);
  const segments = trimEndCharacters(url.pathname, "/")
    .replace(/\.git$/, "")
    .split("/")
    .filter((segment) => segment !== "")
    .map((segment) => decodeURIComponent(segment));
  if (url.hostname === "" || segments.length === 0) throw notOnAHost(repository);
  const isHttp = url.protocol !== "ssh:";
  return {
    origin: isHttp ? url.origin : `https://${url.hostname}`,
    hostname: url.hostname,
    segments,
  };
}

/**
 * Returns owner and name of a repository, for hosts that have exactly these two levels. Throws
 * `invalid_repository_url`.
 */
export function readOwnerAndName(repository: string): RepositoryAddress & { owner: string; name: string } {
  const address = readRepositoryAddress(repository);
  const [owner, name] = address.segments.slice(-2);
  if (owner === undefined || name === undefined) throw notOnAHost(repository);
  return { ...address, owner, name };
}

function notOnAHost(repository: string): AppError {
  return new AppError(
    "invalid_repository_url",
    `${repository} does not say where the repository is on a code host. Example: https://github.com/owner/name`,
  );
}
