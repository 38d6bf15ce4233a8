export interface EvidencePlace {
  source: string;
  commit: string | null;
  path: string;
  firstLine: number;
  lastLine: number;
}

/** Parses `source[@commit]:path#L3[-L9]`; null for any other text. */
export function parseEvidence(text: string): EvidencePlace | null {
  const colon = text.indexOf(":");
  const hash = text.lastIndexOf("#");
  if (colon < 1 || hash < colon + 2) return null;
  const [, source = "", commit = null] =
    /^([a-z0-9][a-z0-9_-]{0,39})(?:@([0-9a-f]{7,64}))?$/.exec(text.slice(0, colon)) ?? [];
  const [, first, last] = /^L(\d{1,7})(?:-L?(\d{1,7}))?$/.exec(text.slice(hash + 1)) ?? [];
  if (source === "" || first === undefined) return null;
  const firstLine = Number(first);
  const lastLine = last === undefined ? firstLine : Number(last);
  return { source, commit, path: text.slice(colon + 1, hash), firstLine, lastLine };
}

/** Returns the canonical spelling, with the commit that the job reads. */
export function spellEvidence({ source, commit, path, firstLine, lastLine }: EvidencePlace): string {
  const lines = firstLine === lastLine ? `L${firstLine}` : `L${firstLine}-L${lastLine}`;
  return `${source}@${commit}:${path}#${lines}`;
}
