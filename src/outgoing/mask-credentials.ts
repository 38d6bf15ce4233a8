import { createNeedles, mergeSpans } from "./create-needles.ts";
import { findTokens } from "./find-tokens.ts";
import { mask, maskSpans } from "./mask-spans.ts";
import { spellSecret } from "./spell-secret.ts";

const loose: [RegExp, string][] = [
  [/\b(bearer|basic)\s{1,8}[\w.~+/=-]{6,}/gi, `$1 ${mask}`],
  [/\beyJ[\w-]{10,}\.[\w-]{10,}(?:\.[\w-]*)?/g, mask],
  [/\b(?:sk|pk|rk|cpd|ghp|gho|ghs|ghu|ghr|github_pat|glpat|xox[abprs])[-_][\w*-]{6,}/g, mask],
  [/((?:api[-_ ]?key|token|secret|password)["']?\s{0,8}[:=]\s{0,8}["']?)[^\s"',;&]{6,}/gi, `$1${mask}`],
  [/\/\/[^\s/@]{1,4096}@/g, "//"],
];

/**
 * An error text of someone else (a provider, a host, another agent) without what looks like a credential: stricter than the gate, because
 * nothing is lost by it. `secrets` are those that the other side may repeat.
 */
export function maskCredentials(text: string, secrets: readonly string[] = []): string {
  const known = withoutKnown(text, secrets);
  const tokens = maskSpans(known, mergeSpans(findTokens(known, { withPlaceholders: true })));
  return loose.reduce((result, [shape, replacement]) => result.replace(shape, replacement), tokens);
}

/** The text without these secrets in any of their spellings, and without what stands before the @ of a URL. */
export function maskKnown(text: string, secrets: readonly string[]): string {
  return withoutKnown(text, secrets).replace(/\/\/[^\s/@]{1,4096}@/g, "//");
}

function withoutKnown(text: string, secrets: readonly string[]): string {
  const short = secrets.filter((secret) => secret.length > 3).toSorted((a, b) => b.length - a.length);
  const plain = short.reduce((rest, secret) => rest.replaceAll(secret, mask), text);
  return maskSpans(plain, createNeedles(secrets.map((secret) => spellSecret(secret))).find(plain));
}
