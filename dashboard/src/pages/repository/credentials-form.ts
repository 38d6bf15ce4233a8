export type CredentialKind = "token" | "app" | "ssh";

export interface CredentialsForm {
  kind: CredentialKind;
  token: string;
  username: string;
  appId: string;
  appKey: string;
  sshKey: string;
  knownHosts: string;
  webhookSecret: string;
  certificateAuthority: string;
}

export const emptyCredentials: CredentialsForm = {
  kind: "token",
  ...{ token: "", username: "", appId: "", appKey: "", sshKey: "", knownHosts: "" },
  ...{ webhookSecret: "", certificateAuthority: "" },
};

/**
 * Returns the filled-in fields for the API; undefined if there are none. Stored values stay for empty fields.
 */
export function toCredentials(form: CredentialsForm): Record<string, unknown> | undefined {
  const given = {
    ...(form.kind === "token" && form.token.trim() !== "" && { token: form.token.trim() }),
    ...(form.kind === "token" && form.username.trim() !== "" && { username: form.username.trim() }),
    ...(form.kind === "app" &&
      form.appId.trim() !== "" && { app: { id: form.appId.trim(), privateKey: withLineEnd(form.appKey) } }),
    ...(form.kind === "ssh" &&
      form.sshKey.trim() !== "" && {
        ssh: {
          privateKey: withLineEnd(form.sshKey),
          knownHosts: form.knownHosts.trim() === "" ? null : withLineEnd(form.knownHosts),
        },
      }),
    ...(form.webhookSecret.trim() !== "" && { webhookSecret: form.webhookSecret.trim() }),
    ...(form.certificateAuthority.trim() !== "" && {
      certificateAuthority: withLineEnd(form.certificateAuthority),
    }),
  };
  return Object.keys(given).length === 0 ? undefined : given;
}

/** Keys in PEM format end with a line break, which is easily lost when pasting. */
function withLineEnd(text: string): string {
  return `${text.trim()}\n`;
}
