import { createKeyText } from "./key-text.ts";

/** `apiKeyPattern`: also for secret scanners. */
export const {
  pattern: apiKeyPattern,
  generate: generateApiKey,
  parse: parseApiKey,
} = createKeyText("cpd", /^cpd_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/);
