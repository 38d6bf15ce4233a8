import { stat } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { AppError } from "../errors.ts";
import { resolveAllowedAddress } from "../network/resolve-allowed-address.ts";
import type { GitAccess } from "./git-access.ts";
import type { ParsedRepository } from "./parse-repository.ts";

export interface RemoteOptions {
  repository: ParsedRepository;
  allowPrivateAddresses: boolean;
  /** Asked anew before every run of git that talks to the remote, because tokens may be short-lived. Default: no credentials. */
  access?: () => Promise<GitAccess>;
}

/** How a git command reaches the repository: what to name it by, and the one address that it may contact. */
export interface RemoteAccess {
  url: string;
  /** As `GIT_ALLOW_PROTOCOL` has it. */
  protocol: "file" | "http" | "https" | "ssh";
  /** Null for a path. */
  address: string | null;
}

/**
 * Checks where the repository is before git may talk to it. Throws `url_not_allowed` for an address that may not be contacted and
 * `repository_unreachable` for a path that is no folder.
 */
export async function openRemote(options: RemoteOptions): Promise<RemoteAccess> {
  const { repository, allowPrivateAddresses: allowPrivate } = options;
  if (repository.kind === "path") return await openPath(repository.path);
  const { url, scheme, host } = repository;
  const { address } = await resolveAllowedAddress(host, { allowPrivate });
  return { url, protocol: scheme, address };
}

async function openPath(path: string): Promise<RemoteAccess> {
  const folder = await stat(path).catch((error: unknown) => {
    throw unreachablePath(
      path,
      (error as NodeJS.ErrnoException).code === "EACCES" ? "may not be read" : "does not exist",
      error,
    );
  });
  if (!folder.isDirectory()) throw unreachablePath(path, "is not a folder");
  return { url: remoteUrl({ kind: "path", path }), protocol: "file", address: null };
}

function unreachablePath(path: string, problem: string, cause?: unknown): AppError {
  return new AppError(
    "repository_unreachable",
    `The repository ${path} ${problem}. Give the path of a git repository on the machine that runs Copydesk.`,
    { cause },
  );
}

/** What git is given: a path goes through upload-pack and receive-pack like any other remote. */
export function remoteUrl(repository: ParsedRepository): string {
  return repository.kind === "url" ? repository.url : pathToFileURL(repository.path).href;
}

/** `repository` for people: its URL or path. */
export function repositoryName(repository: ParsedRepository): string {
  return repository.kind === "url" ? repository.url : repository.path;
}
