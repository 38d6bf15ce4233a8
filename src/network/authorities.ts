import { readFileSync } from "node:fs";
import { getCACertificates } from "node:tls";
import { AppError } from "../errors.ts";

/** Returns the certificates of a PEM file. Throws `invalid_configuration`, which names the variable. */
export function readAuthorities(variable: string, path: string): string[] {
  try {
    const found = splitCertificates(readFileSync(path, "utf8"));
    if (found.length > 0) return found;
  } catch (cause) {
    throw new AppError("invalid_configuration", `${variable}: ${(cause as Error).message}`, { cause });
  }
  throw new AppError("invalid_configuration", `${variable}: ${path} has no certificate in PEM format.`);
}

export function splitCertificates(text: string): string[] {
  return text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
}

/** Returns the certificates that Node trusts (including `NODE_EXTRA_CA_CERTS`) and the given ones. */
export function trustedWith(more: readonly string[]): string[] {
  return [...getCACertificates("default"), ...more];
}
