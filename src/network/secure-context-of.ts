import { createSecureContext, getCACertificates, type SecureContext } from "node:tls";

/**
 * Cached by the list, which is the same object for every connection: reading some hundred certificates
 * takes milliseconds.
 */
const contexts = new WeakMap<readonly string[], SecureContext>();

/**
 * Returns a context that trusts only these PEM certificates; null: Node's own and those installed on this
 * machine.
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
