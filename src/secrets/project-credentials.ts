import { z } from "zod";
import { AppError } from "../errors.ts";
import { splitCertificates } from "../network/authorities.ts";
import type { SecretBox } from "./secret-box.ts";

const text = z.string().min(1, "must not be empty").max(65_536);

/** All secrets of a project, stored encrypted. */
export const credentialsSchema = z.strictObject({
  token: text.optional(),
  /** `oauth`: sent as a Bearer token if the host tells the two apart. */
  tokenKind: z.enum(["access", "oauth"]).optional(),
  username: text.optional(),
  /** A GitHub App; with its page and the id of the set-up link if it was created through one. */
  app: z.strictObject({ id: text, privateKey: text, url: text.optional(), link: text.optional() }).optional(),
  /** A deploy key for git over ssh. */
  ssh: z.strictObject({ privateKey: text, knownHosts: text.nullable() }).optional(),
  /** Key that commits are signed with. */
  signing: z.strictObject({ format: z.enum(["ssh", "openpgp"]), key: text }).optional(),
  webhookSecret: text.optional(),
  /**
   * PEM certificates of the authority that issued the host's certificate. Not secret, but kept with the
   * rest.
   */
  certificateAuthority: text
    .refine((pem) => splitCertificates(pem).length > 0, "must be certificates in PEM format")
    .optional(),
  /** Account that the credentials belong to, as the host reported when they were stored. */
  login: text.optional(),
});

export type ProjectCredentials = z.infer<typeof credentialsSchema>;

export function sealCredentials(box: SecretBox, projectId: string, credentials: ProjectCredentials): string {
  return box.seal(JSON.stringify(credentials), credentialsContext(projectId));
}

/**
 * Returns the credentials, empty for a project without any. Throws `invalid_configuration` if they cannot
 * be decrypted.
 */
export function openCredentials(
  box: SecretBox,
  projectId: string,
  sealed: string | null,
): ProjectCredentials {
  if (sealed === null) return {};
  const parsed = credentialsSchema.safeParse(JSON.parse(box.open(sealed, credentialsContext(projectId))));
  if (parsed.success) return parsed.data;
  throw new AppError("invalid_configuration", "The project's credentials were stored by a newer Copydesk.");
}

/** Returns the words that may never leave Copydesk. */
export function secretWords({ token, app, ssh, signing, webhookSecret }: ProjectCredentials): string[] {
  const words = [token, webhookSecret, app?.privateKey, ssh?.privateKey, signing?.key];
  return words.filter((word) => word !== undefined);
}

/** Returns the context in which a project's credentials are sealed. */
export function credentialsContext(projectId: string): string {
  return `credentials of ${projectId}`;
}
