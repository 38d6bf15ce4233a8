import { basePath } from "../base-path.ts";

/** Returns the address of this page's server, for examples if the service knows no public address. */
export function instanceAddress(): string {
  return `${window.location.origin}${basePath}`;
}

/**
 * Returns an address of the service as others reach it. Without a public address the service knows only what
 * it listens on: `publicUrl` of `/v2/me` is then the address from which this page was loaded.
 */
export function reachableAddress(url: string, publicUrl: string | null): string {
  const at = url.indexOf("/v2/");
  return at === -1 ? url : `${publicUrl ?? instanceAddress()}${url.slice(at)}`;
}
