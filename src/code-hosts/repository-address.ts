import { AppError } from "../errors.ts";
import { trimEndCharacters } from "../text/trim-characters.ts";

/** Where a repository is on its host. */
export interface RepositoryAddress {
  /** `https://host[:port]`; for ssh the same host over https. */
  origin: string;
  hostname: string;
  /** Decoded parts of the path, without `.git`: `["group", "sub", "docs"]`. */
  segments: string[];
}

const scpForm = /^(?:[^@/]+@)?(\[[^\]]+\]|[^:/]+):(?!\/\/)(.+)$/;

/**
 * Reads the repository's URL as git uses it. Throws `invalid_repository_url` for one that names no host and
 * path.
 */
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
 * Owner and name of a repository on a host whose repositories have exactly these. Throws
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
