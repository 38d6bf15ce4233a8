import { z } from "zod";
import { AppError } from "../errors.ts";
import { headerToken } from "../schemas/header-token.ts";
import {
  credentialsSchema,
  type ProjectCredentials,
  sealCredentials,
} from "../secrets/project-credentials.ts";
import type { SecretBox } from "../secrets/secret-box.ts";

export interface ProjectPlace {
  projectId: string;
  repository: string;
  host: string;
  hostUrl: string | null;
}

export interface CheckCredentialsDeps {
  secretBox: SecretBox;
  /** Refuses URLs to which credentials would be sent in plain text; throws `url_not_allowed`. */
  assertTokenSafe?: (url: string) => void;
  /** Asks the host for the credentials' owner and missing permissions; throws `code_host_…` errors. */
  identify(
    project: ProjectPlace & { credentials: string | null },
  ): Promise<{ login: string; missing: readonly string[] }>;
}

const { login: _, ...secretFields } = credentialsSchema.shape;

/** Null removes a secret. */
export const givenCredentials = z
  .strictObject(secretFields)
  .extend({
    token: headerToken.nullable(),
    app: secretFields.app.nullable(),
    ssh: secretFields.ssh.nullable(),
    signing: secretFields.signing.nullable(),
    webhookSecret: secretFields.webhookSecret.nullable(),
    certificateAuthority: secretFields.certificateAuthority.nullable(),
  })
  .partial();

export interface CheckedCredentials {
  /** Login of the credentials' owner. */
  login: string;
  /** Permissions that they lack, by the host's names. */
  missing: readonly string[];
  /** Encrypted, to be stored with the project. */
  sealed: string;
}

/**
 * Merges the given credentials into the stored ones and checks them with the host. Throws `url_not_allowed`,
 * `code_host_unauthorized`, `code_host_unavailable`, and unless `anyway` `code_host_forbidden`, which names
 * missing permissions.
 */
export async function checkCredentials(
  deps: CheckCredentialsDeps,
  place: ProjectPlace,
  {
    given,
    stored = {},
    anyway,
  }: { given: z.output<typeof givenCredentials>; stored?: ProjectCredentials; anyway: boolean },
): Promise<CheckedCredentials> {
  const merged = merge(stored, given);
  if (merged.token !== undefined || merged.app !== undefined) {
    for (const url of [place.repository, place.hostUrl])
      if (url !== null && URL.canParse(url)) deps.assertTokenSafe?.(url);
  }
  const seal = (credentials: ProjectCredentials) =>
    sealCredentials(deps.secretBox, place.projectId, credentials);
  const { login, missing } = await deps.identify({ ...place, credentials: seal(merged) });
  if (missing.length > 0 && !anyway) throw lacking(login, missing);
  return { login, missing, sealed: seal({ ...merged, login }) };
}

function merge(stored: ProjectCredentials, given: Record<string, unknown>): ProjectCredentials {
  const changed = Object.entries(given).filter(([, value]) => value !== undefined);
  const all = { ...stored, ...Object.fromEntries(changed) };
  return credentialsSchema.parse(
    Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null && value !== undefined)),
  );
}

function lacking(login: string, missing: readonly string[]): AppError {
  return new AppError(
    "code_host_forbidden",
    `The credentials of ${login} lack: ${missing.join(", ")}. Nothing was stored. Give them these permissions, or store them anyway.`,
    { details: { missing } },
  );
}
