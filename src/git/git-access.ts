/** What git proves itself with, in memory only. */
export interface GitAccess {
  /** For http(s): user and password of Basic authentication. */
  login: { username: string; password: string } | null;
  /** For ssh: a deploy key without a passphrase; the host's public keys as in `known_hosts`. */
  ssh: { privateKey: string; knownHosts: string | null } | null;
  /** For https: certificates in PEM that are trusted beside the known ones. */
  authorities?: readonly string[];
}

export const noAccess: GitAccess = { login: null, ssh: null };

/** The credentials as the header `Authorization: Basic` carries them. */
export function basicOf({ username, password }: NonNullable<GitAccess["login"]>): string {
  return Buffer.from(`${username}:${password}`).toString("base64");
}

/** What of the credentials the other side could repeat. */
export function secretsOf({ login }: GitAccess): string[] {
  return login === null || login.password === "" ? [] : [login.password, basicOf(login)];
}
