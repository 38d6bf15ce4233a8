import { credentialsSchema, sealCredentials } from "../secrets/project-credentials.ts";
import type { SecretBox } from "../secrets/secret-box.ts";

/**
 * Encrypts the given credentials for the context repository's id; null for none. Throws `url_not_allowed` if
 * a token would be sent in plain text.
 */
export function sealGiven(
  deps: { secretBox: SecretBox; assertTokenSafe?: (url: string) => void },
  { id, repository, hostUrl }: { id: string; repository: string; hostUrl: string | null },
  given: object | null,
): string | null {
  const present = Object.entries(given ?? {}).filter(([, value]) => value !== null && value !== undefined);
  if (present.length === 0) return null;
  const credentials = credentialsSchema.parse(Object.fromEntries(present));
  if (credentials.token !== undefined || credentials.app !== undefined)
    for (const url of [repository, hostUrl])
      if (url !== null && URL.canParse(url)) deps.assertTokenSafe?.(url);
  return sealCredentials(deps.secretBox, id, credentials);
}
