import type { GitAccess } from "./git-access.ts";

/** Everything that would give the credentials away, in the spellings in which a host may echo them. */
export function secretsOf({ login }: GitAccess): string[] {
  if (login === null || login.password === "") return [];
  const { password } = login;
  return [password, encodeURIComponent(password), basicOf(login)];
}

/** The credentials as the header `Authorization: Basic` carries them. */
export function basicOf({ username, password }: NonNullable<GitAccess["login"]>): string {
  return Buffer.from(`${username}:${password}`).toString("base64");
}

/** The text with the secrets, and whatever stands before the @ of a URL, left out. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const longestFirst = secrets.toSorted((a, b) => b.length - a.length);
  const clean = longestFirst.reduce((rest, secret) => rest.replaceAll(secret, "…"), text);
  return clean.replace(/\/\/[^/@\s]*@/g, "//…@");
}
