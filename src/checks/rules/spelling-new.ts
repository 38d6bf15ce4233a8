import type { CheckInput } from "../check-input.ts";
import { isLanguage, partitionOf } from "../model/partition-of.ts";
import { createPlacer } from "../pages/place-at.ts";
import type { Dictionary } from "../spelling/dictionary.ts";
import { findUnknownWords } from "../spelling/find-unknown-words.ts";
import type { KnownWords } from "../spelling/known-words.ts";
import { type ProseWord, readProseWords } from "../spelling/read-prose-words.ts";
import type { Finding } from "../types.ts";

interface UnknownWord extends ProseWord {
  path: string;
  line: number;
  column: number;
}

/** Finding suggestions is slow: only the first words of a change get them. */
const suggestedMax = 20;

/**
 * Finds words that a change adds and that are neither in the dictionary, nor on a page of the site before the
 * change, nor in a word list of the repository. Reports each once per page.
 */
export async function checkSpelling(input: CheckInput): Promise<Finding[]> {
  const { site, knownWords, pause, leaveOut, leavePartOut } = input;
  if (knownWords === null) return [];
  const unknown: UnknownWord[] = [];
  const changedPages = input.changedPaths.filter((path) => site.pages.get(path)?.notRead === null);
  let foreign = 0;
  for (const path of changedPages) {
    if (pause.isDue()) await pause.wait();
    const found = await findUnknown(input, knownWords, path);
    if (found !== null) unknown.push(...found);
    else foreign += 1;
  }
  const all = changedPages.length;
  if (foreign > 0 && foreign === all)
    leaveOut("spelling-new", "the changed pages are not in English, and there is no other dictionary");
  else if (foreign > 0)
    leavePartOut(
      "spelling-new",
      `${foreign} of ${all} changed pages ${foreign === 1 ? "is" : "are"} not in English, and there is no other dictionary`,
    );
  if (unknown.length === 0) return [];
  const known = await knownWords.ofSite(pause);
  const names = findNames(unknown);
  const left = unknown.filter(({ word }) => !isOnSite(known, word) && !names.has(word));
  return await describe(left, await knownWords.loadDictionary(), input);
}

/**
 * Returns the words that a page did not have before and that the dictionary lacks; null if it is not English.
 */
async function findUnknown(
  { site, oldPaths }: CheckInput,
  knownWords: KnownWords,
  path: string,
): Promise<UnknownWord[] | null> {
  if (partitionOf(path).split("/").some(isForeign)) return null;
  const text = (await site.read(path)).toString("utf8");
  const words = readProseWords(text, { mdx: /\.mdx$/i.test(path) });
  const before = await knownWords.ofPage(oldPaths.get(path) ?? path);
  const added = words.filter(({ word }) => !isOnSite(before, word));
  if (added.length === 0) return [];
  const dictionary = await knownWords.loadDictionary();
  const unknown = findUnknownWords(words, dictionary);
  if (unknown === null) return null;
  const place = createPlacer(path, text);
  return added.flatMap((one) => {
    if (!unknown.has(one.word)) return [];
    const { line, column } = place(one.at, one.at);
    return [{ ...one, path, line, column }];
  });
}

function isForeign(folder: string): boolean {
  return isLanguage(folder) && !/^en(?:-|$)/.test(folder);
}

/** Counts the plural as well. */
function isOnSite(known: ReadonlySet<string>, word: string): boolean {
  const lower = word.toLowerCase();
  return known.has(lower) || (lower.endsWith("s") && known.has(lower.slice(0, -1)));
}

/**
 * Returns words that the change writes with a capital letter within a sentence: no dictionary has all names.
 */
function findNames(words: readonly UnknownWord[]): Set<string> {
  const names = words.filter(({ word, isInSentence }) => isInSentence && /^[A-Z]/.test(word));
  return new Set(names.map(({ word }) => word));
}

async function describe(
  words: readonly UnknownWord[],
  dictionary: Dictionary,
  { pause }: CheckInput,
): Promise<Finding[]> {
  const said = new Map<string, string>();
  const seen = new Set<string>();
  const findings: Finding[] = [];
  for (const { path, word, line, column } of words) {
    const key = `${path}\0${word.toLowerCase()}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (pause.isDue()) await pause.wait();
    const near = said.get(word) ?? (said.size < suggestedMax ? suggest(dictionary, word) : "");
    said.set(word, near);
    const message = `${word} is in no dictionary and on no page of the site${near}`;
    findings.push({ rule: "spelling-new", path, line, column, message, target: word });
  }
  return findings;
}

function suggest(dictionary: Dictionary, word: string): string {
  const near = dictionary.suggest(word);
  return near.length === 0 ? "" : `; perhaps ${near.join(", ")}`;
}
