import { basePath } from "../base-path.ts";

/** Where this page came from, for examples where the service knows no public address of its own. */
export function instanceAddress(): string {
  return `${window.location.origin}${basePath}`;
}
