import { trimCharacters } from "../../text/trim-characters.ts";

/** Returns an address as `SiteIndex.addresses` stores it: without slashes at its ends. */
export function addressKey(address: string): string {
  return trimCharacters(address, "/");
}
