import { createNeedles, mergeSpans } from "./create-needles.ts";
import { findTokens } from "./find-tokens.ts";
import { mask, maskSpans } from "./mask-spans.ts";
import { spellSecret } from "./spell-secret.ts";

const loose: [RegExp, string][] = [
  [/\b(bearer|basic)\s{1,8}[\w.~+/=-]{6,}/gi, `$1 ${mask}`],
  [/\b(?:sk|pk|rk|cpd|ghp|gho|ghs|ghu|ghr|github_pat|glpat|xox[abprs])[-_][\w*-]{6,}/g, mask],
  [/((?:api[-_ ]?key|token|secret|password)["']?\s{0,8}[:=]\s{0,8}["']?)[^\s"',;&]{6,}/gi, `$1${mask}`],
  [/\/\/[^\s/@]{1,4096}@/g, "//"],
];

/**
 * Removes whatever looks like a credential from another party's error text (a provider, a host, another
 * agent): stricter than the gate, as nothing important is lost. `secrets` are those that the other side may
 * repeat.
 */
export function maskCredentials(text: string, secrets: readonly string[] = []): string {
  const known = withoutKnown(text, secrets);
  const tokens = maskSpans(known, mergeSpans(findTokens(known, { withPlaceholders: true })));
  const rest = tokens.replace(/(?<![\w-])[\w-]+(?:\.[\w-]*)+/g, withoutWebTokens);
  return loose.reduce((result, [shape, replacement]) => result.replace(shape, replacement), rest);
}

/** Removes everything shaped like a JSON Web Token from words joined by dots, whatever it contains. */
function withoutWebTokens(joined: string): string {
  const words = joined.split(".");
  const kept: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    const begin = word.search(/\beyJ[\w-]{10}/);
    const isToken = begin !== -1 && (words[at + 1]?.length ?? 0) >= 10;
    kept.push(isToken ? word.slice(0, begin) + mask : word);
    if (isToken) at += 2;
  }
  return kept.join(".");
}

/** Removes these secrets in all their spellings, and whatever stands before the @ of a URL. */
export function maskKnown(text: string, secrets: readonly string[]): string {
  return withoutKnown(text, secrets).replace(/\/\/[^\s/@]{1,4096}@/g, "//");
}

function withoutKnown(text: string, secrets: readonly string[]): string {
  const short = secrets.filter((secret) => secret.length > 3).toSorted((a, b) => b.length - a.length);
  const plain = short.reduce((rest, secret) => rest.replaceAll(secret, mask), text);
  return maskSpans(plain, createNeedles(secrets.map((secret) => spellSecret(secret))).find(plain));
}
