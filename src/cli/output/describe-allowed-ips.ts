import type { ApiKeyRecord } from "../../api-keys/api-key-record.ts";

/** Describes the addresses from which a key may be used. */
export function describeAllowedIps({ allowedIps }: Pick<ApiKeyRecord, "allowedIps">): string {
  return allowedIps.length === 0 ? "everywhere" : allowedIps.join(", ");
}
