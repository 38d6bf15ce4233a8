import { isAppError } from "../errors.ts";
import { countOf } from "../text/count-of.ts";
import { parseEvidence, spellEvidence } from "../text/evidence-place.ts";
import type { AgentSources } from "./sources.ts";

/** The citation of a changed paragraph. */
export interface Citation {
  /** Page of the documentation. */
  path: string;
  /** Words from the paragraph, exactly as in the page. */
  paragraph: string;
  /** `source@commit:path#L3-L9`, or `prompt`. */
  evidence: string;
  /** Text that must be in these lines, such as an option's name. */
  identifier: string | null;
}

const linesMax = 400;
const quotedLinesMax = 20;
const quotedCharactersMax = 1_000;

export interface VerifiedEvidence {
  /** Evidence with the full commit id. */
  evidence: string;
  /** Beginning of the cited text. */
  quote?: string;
}

/**
 * Reads the cited text. Returns the evidence with the full commit id, or why it does not hold: unknown
 * source, other commit, missing file or lines, or missing identifier.
 */
export async function verifyEvidence(
  sources: AgentSources,
  { evidence, identifier }: Pick<Citation, "evidence" | "identifier">,
  { prompt, signal }: { prompt: string; signal?: AbortSignal },
): Promise<VerifiedEvidence | { problem: string }> {
  if (evidence === "prompt") {
    const isThere = identifier === null || prompt.includes(identifier);
    return isThere ? { evidence } : { problem: `the prompt does not say ${quote(identifier!)}` };
  }
  const place = parseEvidence(evidence);
  if (place === null) return { problem: "evidence is source:path#L3-L9 or prompt" };
  const source = sources.get(place.source);
  if (source === undefined) return { problem: `there is no source ${place.source}` };
  if (place.commit !== null && !source.commit.startsWith(place.commit))
    return { problem: `this job reads ${place.source} at ${source.commit}` };
  const text = await source.readText(place.path, signal).catch((error: unknown) => {
    if (isAppError(error)) return error;
    throw error;
  });
  if (typeof text !== "string") return { problem: `${place.path}: ${text.message}` };
  const lines = text.replace(/\r?\n$/, "").split("\n");
  const { firstLine, lastLine } = place;
  if (firstLine < 1 || lastLine < firstLine || lastLine > lines.length)
    return { problem: `${place.path} has ${countOf(lines, "line")}` };
  if (lastLine - firstLine >= linesMax) return { problem: `cite at most ${linesMax} lines at once` };
  const cited = lines.slice(firstLine - 1, lastLine).join("\n");
  if (identifier !== null && !cited.includes(identifier))
    return { problem: `${quote(identifier)} is not in these lines` };
  return { evidence: spellEvidence({ ...place, commit: source.commit }), quote: quoteLines(cited) };
}

function quoteLines(text: string): string {
  const lines = text.split("\n", quotedLinesMax).join("\n");
  return lines.length <= quotedCharactersMax ? lines : `${lines.slice(0, quotedCharactersMax)}…`;
}

/** True if the text contains the words, however its lines are broken. */
export function hasWords(text: string, words: string): boolean {
  return foldSpace(text).includes(foldSpace(words));
}

function foldSpace(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}
