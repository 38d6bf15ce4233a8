import { pathToFileURL } from "node:url";
import { assertAllowedThroughProxy, resolveAllowedAddress } from "../../network/resolve-allowed-address.ts";
import { noProxies, type Proxies, selectProxy } from "../../network/select-proxy.ts";
import { openPath, type PathRepository } from "../path-repository/open-path.ts";
import type { GitAccess } from "./git-access.ts";
import type { ParsedRepository } from "./parse-repository.ts";

/** The operator's settings for all of git's connections. */
export interface RemoteNetwork {
  allowPlainHttp: boolean;
  proxies?: Proxies;
  /** All trusted certificates, in PEM; null: those installed for git. */
  authorities?: readonly string[] | null;
}

export interface RemoteOptions {
  repository: ParsedRepository;
  allowPrivateAddresses: boolean;
  /** Default: over http, credentials go to this machine only. */
  network?: RemoteNetwork;
  /**
   * Called before every run of git that talks to the remote, because tokens may be short-lived. Default: no
   * credentials.
   */
  access?: () => Promise<GitAccess>;
}

/** How a git command reaches the repository: the name to use and the one address that it may contact. */
export interface RemoteAccess {
  url: string;
  /** Value for `GIT_ALLOW_PROTOCOL`. */
  protocol: "file" | "http" | "https" | "ssh";
  /** Proxy that git connects through; null: none. */
  proxy: string | null;
  /** Null for a path, and behind a proxy, which resolves the host name. */
  address: string | null;
  /** Null for a URL. */
  local: PathRepository | null;
}

/**
 * Checks the repository's address before git may talk to it. Throws `url_not_allowed` for an address that
 * may not be contacted, and `repository_unreachable` for a path that is not a repository or that its owner
 * cannot reach.
 */
export async function openRemote(options: RemoteOptions): Promise<RemoteAccess> {
  const { repository, allowPrivateAddresses: allowPrivate, network } = options;
  const url = remoteUrl(repository);
  if (repository.kind === "path")
    return { url, protocol: "file", address: null, proxy: null, local: await openPath(repository.path) };
  const { scheme, host } = repository;
  const proxy = scheme === "ssh" ? null : selectProxy(network?.proxies ?? noProxies, url);
  if (proxy !== null) {
    await assertAllowedThroughProxy(host, { allowPrivate });
    return { url, protocol: scheme, address: null, proxy, local: null };
  }
  const { address } = await resolveAllowedAddress(host, { allowPrivate });
  return { url, protocol: scheme, address, proxy, local: null };
}

/** Returns the URL for git: a path goes through upload-pack and receive-pack like any other remote. */
export function remoteUrl(repository: ParsedRepository): string {
  return repository.kind === "url" ? repository.url : pathToFileURL(repository.path).href;
}

/** Returns the URL or path to show to people. */
export function repositoryName(repository: ParsedRepository): string {
  return repository.kind === "url" ? repository.url : repository.path;
}
