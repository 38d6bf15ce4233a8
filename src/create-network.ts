import type { Config } from "./config.ts";
import type { RemoteNetwork } from "./git/open-remote.ts";

/** How git reaches other machines, by the operator's settings. */
export function toRemoteNetwork({ allowPlainHttp }: Config): RemoteNetwork {
  return { allowPlainHttp };
}
