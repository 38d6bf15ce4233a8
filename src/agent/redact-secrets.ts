const shapes: [RegExp, string][] = [
  [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, "$1 [redacted]"],
  [/\b(?:sk|pk|rk|cpd|ghp|gho|ghs|ghu|ghr|github_pat|glpat|xox[abprs])[-_][\w*-]{6,}/g, "[redacted]"],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, "[redacted]"],
  [/\bAIza[\w-]{30,}/g, "[redacted]"],
  [/\beyJ[\w-]{10,}\.[\w-]{10,}(?:\.[\w-]*)?/g, "[redacted]"],
  [/((?:api[-_ ]?key|token|secret|password)["']?\s*[:=]\s*["']?)[^\s"',;&]{6,}/gi, "$1[redacted]"],
  [/(https?:\/\/)[^\s/@]+@/gi, "$1"],
];

/** A text of someone else (a provider's error) without what looks like a credential. */
export function redactSecrets(text: string): string {
  return shapes.reduce((result, [shape, replacement]) => result.replace(shape, replacement), text);
}
