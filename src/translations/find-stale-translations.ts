import { runInSlices } from "../text/run-in-slices.ts";
import { findStalePlaces, type StalePlace } from "./compare-blocks.ts";
import type { SplitPage } from "./compare-translation.ts";
import { findTranslatedSource, type PageHistory } from "./find-translated-source.ts";
import { pairPages, type TranslatedPage } from "./pair-pages.ts";
import { digest, splitBlocks } from "./split-blocks.ts";
import { parseRecord, recordPath, type TranslationRecord } from "./translation-record.ts";

export interface StalePage extends TranslatedPage {
  places: StalePlace[];
  /**
   * Last commit of the source that the translation follows; null if the history does not reach back so far.
   */
  upTo: { commit: string; at: Date | null } | null;
  /** Marks of the source's blocks at the time of the translation. */
  before: readonly string[];
  /** Known texts of the source at the time of the translation, by their marks. */
  textsBefore: ReadonlyMap<string, string>;
  now: SplitPage;
  translation: SplitPage;
}

export interface UnknownPage extends TranslatedPage {
  /** Continues a sentence after "because". */
  reason: string;
}

export interface LanguageState {
  language: string;
  /** Number of pages that match their sources. */
  current: number;
  stale: StalePage[];
  unknown: UnknownPage[];
  /** Content of the language's file; null if there is none or it cannot be read. */
  record: TranslationRecord | null;
  isRecordBroken: boolean;
}

export interface TranslationTree {
  files: readonly string[];
  /** Null if there is no such file. */
  read(path: string): Promise<string | null>;
  sourceLanguage: string;
  /** Whether jobs may not write the page; then its translation is not examined. */
  isClosed(path: string): boolean;
  /** Null if there is none. Called at most once. */
  openHistory(): Promise<PageHistory | null>;
  signal?: AbortSignal | undefined;
}

/** Finds the translations that no longer match their sources, by language; `only` limits the languages. */
export async function findStaleTranslations(
  tree: TranslationTree,
  only: readonly string[] | null = null,
): Promise<LanguageState[]> {
  const wanted = only?.map((language) => language.toLowerCase());
  const pairs = pairPages(tree.files, tree.sourceLanguage).filter(
    ({ path, language }) =>
      (wanted === undefined || wanted.includes(language.toLowerCase())) && !tree.isClosed(path),
  );
  let history: Promise<PageHistory | null> | null = null;
  const openHistory = () => {
    history ??= tree.openHistory();
    return history;
  };
  const states: LanguageState[] = [];
  for (const [language, pages] of Map.groupBy(pairs, (pair) => pair.language)) {
    const text = await tree.read(recordPath(language));
    const record = text === null ? null : parseRecord(text);
    const state: LanguageState = {
      ...{ language, current: 0, stale: [], unknown: [], record },
      isRecordBroken: text !== null && record === null,
    };
    for (const page of pages) await judge({ ...tree, openHistory }, page, state);
    states.push(state);
  }
  return states;
}

async function judge(tree: TranslationTree, page: TranslatedPage, state: LanguageState): Promise<void> {
  const [source, text] = [await tree.read(page.source), await tree.read(page.path)];
  if (source === null || text === null) return;
  const found = await findBefore(tree, page, { source, text, entry: state.record?.[page.path] });
  if (found === null) state.current += 1;
  else if ("reason" in found) state.unknown.push({ ...page, reason: found.reason });
  else {
    const [now, translation] = [await split(tree, source, page.source), await split(tree, text, page.path)];
    const marks = ({ blocks }: SplitPage) => blocks.map(({ mark }) => mark);
    const places = findStalePlaces(found.before, marks(now), marks(translation));
    if (places.length === 0) state.current += 1;
    else state.stale.push({ ...page, ...found, places, now, translation });
  }
}

type Before = Pick<StalePage, "before" | "textsBefore" | "upTo">;

/** Finds the source as it was translated; null if it has not changed since. */
async function findBefore(
  tree: TranslationTree,
  page: TranslatedPage,
  { source, text, entry }: { source: string; text: string; entry: TranslationRecord[string] | undefined },
): Promise<Before | { reason: string } | null> {
  if (entry !== undefined && entry.source === page.source && entry.translation === digest(text)) {
    const now = await split(tree, source, page.source);
    if (
      now.blocks.length === entry.blocks.length &&
      now.blocks.every(({ mark }, at) => mark === entry.blocks[at])
    )
      return null;
    const name = `${entry.commit}:${page.source}`;
    const history = await tree.openHistory();
    const bytes = /[\0\n]/.test(name) ? null : await history?.read(name);
    const known = bytes ? await split(tree, bytes.toString("utf8"), page.source) : null;
    const at = history?.timeOf(entry.commit) ?? null;
    return { before: entry.blocks, textsBefore: textsOf(known), upTo: { commit: entry.commit, at } };
  }
  const history = await tree.openHistory();
  if (history === null) return { reason: "the history of the repository cannot be read here" };
  const found = await findTranslatedSource(history, page, text);
  if (found === null || "reason" in found) return found;
  if (found.source === source) return null;
  const known = await split(tree, found.source, page.source);
  const upTo = found.commit === null ? null : { commit: found.commit, at: history.timeOf(found.commit) };
  return { before: known.blocks.map(({ mark }) => mark), textsBefore: textsOf(known), upTo };
}

async function split({ signal }: TranslationTree, text: string, path: string): Promise<SplitPage> {
  return { text, blocks: await runInSlices(splitBlocks(text, path), signal) };
}

function textsOf(page: SplitPage | null): Map<string, string> {
  const blocks = page?.blocks ?? [];
  return new Map(blocks.map(({ mark, start, end }) => [mark, page!.text.slice(start, end)]));
}
