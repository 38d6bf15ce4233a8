import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import { countSecrets, type SecretsDeps } from "./rotate-secrets.ts";

/** Enough to notice a changed key without reading every row at every start. */
const rowsMax = 500;

/**
 * Notices at the start, and not in a job, that secrets were stored with another key. Throws
 * `invalid_configuration` if none of them can be decrypted; logs the single ones that cannot, and those under
 * an old key.
 */
export async function assertSecretKey(deps: SecretsDeps & { log: Log }): Promise<void> {
  const { current, old, unreadable } = await countSecrets(deps, { rowsMax });
  if (unreadable.length === 0) {
    if (old > 0)
      deps.log.warn({ old }, "secrets are encrypted with an old key; run: copydesk secrets rotate");
    return;
  }
  if (current + old > 0)
    return void deps.log.error({ unreadable: unreadable.slice(0, 20) }, "some secrets cannot be decrypted");
  throw new AppError("invalid_configuration", describeUnreadable(unreadable));
}

/** Describes what cannot be decrypted, and what to do about it. */
export function describeUnreadable(unreadable: readonly string[]): string {
  const some = unreadable.slice(0, 3).join(", ");
  const rest = unreadable.length > 3 ? ` and ${unreadable.length - 3} more` : "";
  return `These were encrypted with another secret key: ${some}${rest}. Set that key again (COPYDESK_SECRET_KEY, or secret.key in the data folder), or add it in COPYDESK_SECRET_KEY_OLD beside the new one; if it is lost, connect the projects again with project connect --replace and create their webhooks again.`;
}
