import { createSecureContext, getCACertificates, type SecureContext } from "node:tls";

/**
 * By the list, which is the same object from one connection to the next: reading some hundred certificates
 * takes milliseconds.
 */
const contexts = new WeakMap<readonly string[], SecureContext>();

/**
 * What trusts these certificates alone, in PEM; null: those that Node brings and those that are installed on
 * this machine.
 */
export function secureContextOf(authorities: readonly string[] | null): SecureContext {
  const installed = getCACertificates("system");
  const key = authorities ?? installed;
  const known = contexts.get(key);
  if (known !== undefined) return known;
  const context = createSecureContext({
    ca: [...(authorities ?? [...getCACertificates("default"), ...installed])],
  });
  contexts.set(key, context);
  return context;
}
