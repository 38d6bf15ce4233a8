import { type CleanData, type CleanText, ownWords } from "./clean-text.ts";
import { mergeSpans, type Needles, type Span } from "./create-needles.ts";
import { findTokens } from "./find-tokens.ts";
import { maskSpans } from "./mask-spans.ts";

/**
 * What everything passes that leaves a job: known secrets, and what looks like anybody's token, are refused in its change and masked
 * everywhere else.
 */
export interface Gate {
  /** What of the text may not leave ("a secret of this installation", "a GitHub token"), or null. */
  findSecret(text: string): Promise<string | null>;
  mask(text: string): Promise<CleanText>;
  /** Masks every text and every name in the data; a secret that is split over several of them is found as well. */
  maskData(data: Record<string, unknown>): Promise<CleanData>;
  /** From now on tokens that this finds are let through: the repository shows them already. */
  trust(findPublic: FindPublic): void;
}

/** Answers those of the tokens that are public. */
export type FindPublic = (tokens: readonly string[]) => Promise<readonly string[]>;

const tokensAskedMax = 64;

/** `needles` are asked for anew each time: more secrets may have become known. */
export function createGate(needles: () => Needles): Gate {
  let findPublic: FindPublic | null = null;
  /** Of the data that was clean last: an event is cleaned before its use and once more where it is stored. */
  let lastClean = "";
  const judged = new Map<string, boolean>();

  async function isPublic(tokens: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
    const unknown = [...new Set(tokens)].filter((token) => !judged.has(token)).slice(0, tokensAskedMax);
    if (findPublic === null || unknown.length === 0) return judged;
    const found = new Set(await findPublic(unknown));
    for (const token of unknown) judged.set(token, found.has(token));
    return judged;
  }

  async function findTokensOf(text: string) {
    const tokens = findTokens(text);
    if (tokens.length === 0) return tokens;
    const known = await isPublic(tokens.map((token) => token.text));
    return tokens.filter((token) => known.get(token.text) !== true);
  }

  async function findSpans(text: string): Promise<Span[]> {
    const secrets = needles().find(text);
    const tokens = await findTokensOf(text);
    return tokens.length === 0 ? secrets : mergeSpans([...secrets, ...tokens]);
  }

  return {
    async findSecret(text) {
      if (needles().find(text).length > 0) return "a secret of this installation";
      const [token] = await findTokensOf(text);
      return token?.what ?? null;
    },
    async mask(text) {
      return ownWords(maskSpans(text, await findSpans(text)));
    },
    async maskData(data) {
      const texts: string[] = [];
      gather(data, texts);
      const text = texts.join("\n");
      const spans = text === lastClean ? [] : await findSpans(text);
      if (spans.length > 0) return rebuild(data, maskTexts(texts, spans)) as CleanData;
      lastClean = text;
      return data as CleanData;
    },
    trust(find) {
      findPublic = find;
      judged.clear();
      lastClean = "";
    },
  };
}

/** Every text and every name in the order in which `rebuild` asks for them. */
function gather(value: unknown, texts: string[]): void {
  if (typeof value === "string") texts.push(value);
  else if (Array.isArray(value)) for (const item of value) gather(item, texts);
  else if (isRecord(value)) {
    for (const [name, item] of Object.entries(value)) {
      texts.push(name);
      gather(item, texts);
    }
  }
}

function rebuild(value: unknown, texts: Iterator<string>): unknown {
  if (typeof value === "string") return texts.next().value;
  if (Array.isArray(value)) return value.map((item) => rebuild(item, texts));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.values(value).map((item) => {
      const name = texts.next().value as string;
      return [name, rebuild(item, texts)];
    }),
  );
}

/** Dates and the like are stored as they are. */
function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !("toJSON" in value);
}

/** `spans` are of the texts joined by line feeds. */
function* maskTexts(texts: readonly string[], spans: readonly Span[]): Generator<string> {
  let offset = 0;
  let next = 0;
  for (const text of texts) {
    const end = offset + text.length;
    while (next < spans.length && spans[next]!.end <= offset) next += 1;
    const own: Span[] = [];
    for (let at = next; at < spans.length && spans[at]!.start < end; at += 1) {
      const span = spans[at]!;
      own.push({ start: Math.max(0, span.start - offset), end: Math.min(text.length, span.end - offset) });
    }
    yield own.length === 0 ? text : maskSpans(text, own);
    offset = end + 1;
  }
}
