import type { ApiKeyRecord } from "../../api-keys/api-key-record.ts";

/** From where a key may be used, for people. */
export function describeAllowedIps({ allowedIps }: Pick<ApiKeyRecord, "allowedIps">): string {
  return allowedIps.length === 0 ? "everywhere" : allowedIps.join(", ");
}
