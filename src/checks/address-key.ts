import { trimCharacters } from "../text/trim-characters.ts";

/** What `SiteIndex.addresses` calls an address: without slashes at its ends. */
export function addressKey(address: string): string {
  return trimCharacters(address, "/");
}
