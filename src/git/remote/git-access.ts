/** Credentials of git, in memory only. */
export interface GitAccess {
  /** For http(s): user and password of Basic authentication. */
  login: { username: string; password: string } | null;
  /** For ssh: a deploy key without a passphrase; the host's public keys as in `known_hosts`. */
  ssh: { privateKey: string; knownHosts: string | null } | null;
  /** For https: PEM certificates to trust in addition to the known ones. */
  authorities?: readonly string[];
}

export const noAccess: GitAccess = { login: null, ssh: null };

/** Returns the credentials as sent in `Authorization: Basic`. */
export function basicOf({ username, password }: NonNullable<GitAccess["login"]>): string {
  return Buffer.from(`${username}:${password}`).toString("base64");
}

/** Returns the parts of the credentials that the other side could echo. */
export function secretsOf({ login }: GitAccess): string[] {
  return login === null || login.password === "" ? [] : [login.password, basicOf(login)];
}

/** Returns how a conversation proves who asks. */
export function proofOf({ login }: GitAccess): "none" | "password" {
  return login === null ? "none" : "password";
}
