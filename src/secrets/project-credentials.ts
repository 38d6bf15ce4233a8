import { z } from "zod";
import { AppError } from "../errors.ts";
import { splitCertificates } from "../network/authorities.ts";
import type { SecretBox } from "./secret-box.ts";

const text = z.string().min(1, "must not be empty").max(65_536);

/** Everything secret of a project, as it is kept encrypted with it. */
export const credentialsSchema = z.strictObject({
  token: text.optional(),
  /** `oauth`: sent as a Bearer token where the host tells the two apart. */
  tokenKind: z.enum(["access", "oauth"]).optional(),
  username: text.optional(),
  /** A GitHub App; with its page and the id of the set-up link when it was made by one. */
  app: z.strictObject({ id: text, privateKey: text, url: text.optional(), link: text.optional() }).optional(),
  /** A deploy key for git over ssh. */
  ssh: z.strictObject({ privateKey: text, knownHosts: text.nullable() }).optional(),
  /** What commits are signed with. */
  signing: z.strictObject({ format: z.enum(["ssh", "openpgp"]), key: text }).optional(),
  webhookSecret: text.optional(),
  /**
   * Certificates in PEM of the authority that the host's certificate is from. No secret, but kept with the
   * rest.
   */
  certificateAuthority: text
    .refine((pem) => splitCertificates(pem).length > 0, "must be certificates in PEM format")
    .optional(),
  /** Whose credentials these are, as the host said when they were stored. */
  login: text.optional(),
});

export type ProjectCredentials = z.infer<typeof credentialsSchema>;

export function sealCredentials(box: SecretBox, projectId: string, credentials: ProjectCredentials): string {
  return box.seal(JSON.stringify(credentials), credentialsContext(projectId));
}

/** Nothing for a project without any. Throws `invalid_configuration` when they cannot be decrypted. */
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

/** What may never leave Copydesk. */
export function secretWords({ token, app, ssh, signing, webhookSecret }: ProjectCredentials): string[] {
  const words = [token, webhookSecret, app?.privateKey, ssh?.privateKey, signing?.key];
  return words.filter((word) => word !== undefined);
}

/** What its secret is sealed for. */
export function credentialsContext(projectId: string): string {
  return `credentials of ${projectId}`;
}
