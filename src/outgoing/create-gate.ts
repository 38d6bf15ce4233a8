import { runAtOnce, runInSlices, type Sliced, stepsPerStop } from "../text/run-in-slices.ts";
import { type CleanData, type CleanText, ownWords } from "./clean-text.ts";
import { mergeSpans, type Needles, type Span } from "./create-needles.ts";
import { findTokensSliced } from "./find-tokens.ts";
import { maskSpansSliced } from "./mask-spans.ts";
import { recordNames } from "./record-names.ts";

/**
 * Everything that leaves a job passes the gate: known secrets, and what looks like an access token, are
 * refused in the change and masked everywhere else.
 */
export interface Gate {
  /**
   * Names what the text must not disclose ("a secret of this installation", "a GitHub token"), or returns
   * null.
   */
  findSecret(text: string): Promise<string | null>;
  mask(text: string): Promise<CleanText>;
  /**
   * Masks every text in the data, and every name that is not in `recordNames`; also finds a secret that is
   * split over several of them.
   */
  maskData(data: Record<string, unknown>): Promise<CleanData>;
  /**
   * From now on lets through the tokens that this function finds, because the repository shows them already.
   */
  trust(findPublic: FindPublic): void;
}

/** Returns those of the tokens that are public. */
type FindPublic = (tokens: readonly string[]) => Promise<readonly string[]>;

const tokensAskedMax = 64;

/** Shorter texts are searched without a pause, which costs least. */
const unslicedCharactersMax = 81_920;

/** `needles` is called anew each time, as more secrets may have become known. */
export function createGate(needles: () => Needles): Gate {
  let findPublic: FindPublic | null = null;
  /**
   * Texts of the data that was clean last: an event is cleaned before its use and again where it is stored.
   */
  let lastClean: Clean | null = null;
  let judged = new Map<string, boolean>();

  async function isPublic(tokens: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
    const known = judged;
    const unknown = [...new Set(tokens)].filter((token) => !known.has(token)).slice(0, tokensAskedMax);
    if (findPublic === null || unknown.length === 0) return known;
    const found = new Set(await findPublic(unknown));
    for (const token of unknown) known.set(token, found.has(token));
    return known;
  }

  async function findTokensOf(text: string) {
    const tokens = await run(text, findTokensSliced(text));
    if (tokens.length === 0) return tokens;
    const known = await isPublic(tokens.map((token) => token.text));
    return tokens.filter((token) => known.get(token.text) !== true);
  }

  async function findSpans(text: string): Promise<Span[]> {
    const secrets = await run(text, needles().findSliced(text));
    const tokens = await findTokensOf(text);
    return tokens.length === 0 ? secrets : mergeSpans([...secrets, ...tokens]);
  }

  return {
    async findSecret(text) {
      const secrets = await run(text, needles().findSliced(text));
      if (secrets.length > 0) return "a secret of this installation";
      const [token] = await findTokensOf(text);
      return token?.what ?? null;
    },
    async mask(text) {
      const spans = await findSpans(text);
      return ownWords(await run(text, maskSpansSliced(text, spans)));
    },
    async maskData(data) {
      const texts: string[] = [];
      gather(data, texts);
      const text = texts.join("\n");
      const clean: Clean = { text, needles: needles(), size: needles().size() };
      if (isSame(clean, lastClean)) return data as CleanData;
      const spans = await findSpans(text);
      if (spans.length > 0) return (await run(text, maskTexts(data, texts, spans))) as CleanData;
      lastClean = clean;
      return data as CleanData;
    },
    trust(find) {
      findPublic = find;
      judged = new Map();
      lastClean = null;
    },
  };
}

/** A text without secrets, and the secrets known at that time. */
interface Clean {
  text: string;
  needles: Needles;
  size: number;
}

function isSame(one: Clean, other: Clean | null): boolean {
  return one.text === other?.text && one.needles === other.needles && one.size === other.size;
}

async function run<Result>(text: string, work: Sliced<Result>): Promise<Result> {
  return text.length > unslicedCharactersMax ? await runInSlices(work) : runAtOnce(work);
}

/** Collects every text, and every name that somebody chose, in the order in which `rebuild` takes them. */
function gather(value: unknown, texts: string[]): void {
  if (typeof value === "string") texts.push(value);
  else if (Array.isArray(value)) for (const item of value) gather(item, texts);
  else if (isRecord(value)) {
    for (const [name, item] of Object.entries(value)) {
      if (!recordNames.has(name)) texts.push(name);
      gather(item, texts);
    }
  }
}

function* rebuild(value: unknown, texts: Iterator<string>): Sliced<unknown> {
  if (typeof value === "string") return texts.next().value;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) {
      items.push(yield* rebuild(item, texts));
      if (items.length % stepsPerStop === 0) yield;
    }
    return items;
  }
  if (!isRecord(value)) return value;
  const entries: [string, unknown][] = [];
  for (const [known, item] of Object.entries(value)) {
    const name = recordNames.has(known) ? known : (texts.next().value as string);
    entries.push([name, yield* rebuild(item, texts)]);
    if (entries.length % stepsPerStop === 0) yield;
  }
  return Object.fromEntries(entries);
}

/** False for dates and the like, which are stored as they are. */
function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !("toJSON" in value);
}

/** `spans` refer to the data's texts joined by line feeds. */
function* maskTexts(data: unknown, texts: readonly string[], spans: readonly Span[]): Sliced<unknown> {
  const masked: string[] = [];
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
    masked.push(own.length === 0 ? text : yield* maskSpansSliced(text, own));
    if (masked.length % stepsPerStop === 0) yield;
    offset = end + 1;
  }
  return yield* rebuild(data, masked.values());
}
