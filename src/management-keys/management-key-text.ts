import { createKeyText } from "../api-keys/key-text.ts";

/** `managementKeyPattern`: also for secret scanners. */
export const {
  pattern: managementKeyPattern,
  generate: generateManagementKey,
  parse: parseManagementKey,
} = createKeyText("cpm", /^cpm_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/);
