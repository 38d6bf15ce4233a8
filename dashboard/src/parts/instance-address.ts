import { basePath } from "../base-path.ts";

/** Where this page came from, for examples where the service knows no public address of its own. */
export function instanceAddress(): string {
  return `${window.location.origin}${basePath}`;
}

/**
 * An address of the service as others reach it. Where it was not told its public address, it knows only what
 * it listens on: `publicUrl` of `/v2/me` is then where this page was asked for.
 */
export function reachableAddress(url: string, publicUrl: string | null): string {
  const at = url.indexOf("/v2/");
  return at === -1 ? url : `${publicUrl ?? instanceAddress()}${url.slice(at)}`;
}
