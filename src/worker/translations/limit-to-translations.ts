import { openHistory } from "../../git/history/open-history.ts";
import { runInSlices } from "../../text/run-in-slices.ts";
import { compareTranslation, type TranslationChange } from "../../translations/compare-translation.ts";
import { describeStalePages } from "../../translations/describe-stale-pages.ts";
import {
  findStaleTranslations,
  type LanguageState,
  type StalePage,
} from "../../translations/find-stale-translations.ts";
import { splitBlocks } from "../../translations/split-blocks.ts";
import { recordPath } from "../../translations/translation-record.ts";
import { readTranslationRequest } from "../../translations/translation-request.ts";
import type { Baseline, Prepared, Run } from "../run.ts";
import type { TranslationScope } from "./translation-scope.ts";

const pagesMax = 20;
const charactersMax = 60_000;
/** Limit for one page: more would fill the window of many models. */
const pageCharactersMax = 150_000;

/**
 * If the prompt asks for translations, allows changes to their stale places only, and tells the agent about
 * them; returns any other baseline unchanged.
 */
export async function limitToTranslations(
  run: Run,
  prepared: Prepared,
  baseline: Baseline,
): Promise<Baseline> {
  const request = readTranslationRequest(run.job.prompt);
  if (request === null) return baseline;
  const scope = await findScope(run, prepared, baseline, request.languages);
  const { pages, records } = scope;
  const { refuseWrite, policy } = baseline;
  const refusePath = (path: string) => (pages.has(path) ? null : notStale);
  const refuseText = async (path: string, text: string) => {
    const change = await judgeTranslation(pages.get(path)!, text, run.signal);
    return "changed" in change ? null : describeTouched(change.line);
  };
  return {
    ...baseline,
    translations: scope,
    task: `${run.job.prompt}\n\n${describeStalePages([...pages.values()])}`,
    refuseWrite(path, text, oldPath) {
      const refuse = (reason: string | null) => reason && `${path} may not be written: ${reason}`;
      if (records.has(path))
        return refuse(text === undefined || text === records.get(path) ? null : ownRecord);
      const reason = refusePath(path) ?? (text === null ? staysThere : null);
      if (reason !== null || typeof text !== "string")
        return refuse(reason) ?? refuseWrite(path, text, oldPath);
      return refuseText(path, text).then((found) => refuse(found) ?? refuseWrite(path, text, oldPath));
    },
    policy: {
      refusePath: (path) => refusePath(path) ?? policy?.refusePath(path) ?? null,
      refuseText: async (path, text, oldPath) =>
        (await refuseText(path, text)) ?? (await policy?.refuseText(path, text, oldPath)) ?? null,
    },
  };
}

const notStale = "this job brings stale translations up to date, and this is none of those that it has";
const staysThere = "this job updates the translation and must not delete it";
const ownRecord = "it says what is translated, and is kept by Copydesk itself";

function describeTouched(line: number): string {
  return `the block at line ${line} of the page as it was, or what is around it, would be another one, and its source has not changed; only the stale places may change`;
}

async function findScope(
  run: Run,
  prepared: Prepared,
  { refuseWrite }: Baseline,
  wanted: readonly string[] | null,
): Promise<TranslationScope> {
  const { tree, isUnpublished, baseCommit, startCommit, files, policy } = prepared;
  const { signal } = run;
  // Unpublished work is no basis for what may change.
  const from = isUnpublished ? baseCommit : startCommit;
  const readAt = async (commit: string, path: string) =>
    (await tree.readAt(commit, path, signal))?.toString("utf8") ?? null;
  const open = async () => {
    const place = await prepared.openHistory();
    return place && (await openHistory({ ...place, signal }));
  };
  const history: { opened: Awaited<ReturnType<typeof open>> } = { opened: null };
  try {
    const languages = await findStaleTranslations(
      {
        ...{ files, signal, read: (path) => readAt(from, path) },
        sourceLanguage: policy?.policy.languages?.[0] ?? "en",
        isClosed: (path) => refuseWrite(path) !== null,
        openHistory: async () => {
          history.opened = await open();
          return history.opened;
        },
      },
      wanted,
    );
    const records = new Map<string, string>();
    for (const { language } of languages) {
      const path = recordPath(language);
      const kept = isUnpublished ? await readAt(startCommit, path) : null;
      if (kept !== null) records.set(path, kept);
    }
    return { languages, ...choose(languages), records };
  } finally {
    history.opened?.close();
  }
}

function choose(languages: readonly LanguageState[]): Pick<TranslationScope, "pages" | "left" | "tooLong"> {
  const stale = languages.flatMap((one) => one.stale);
  const pages = new Map<string, StalePage>();
  const tooLong: string[] = [];
  let characters = 0;
  for (const page of stale) {
    const { length } = describeStalePages([page]);
    if (length > pageCharactersMax) {
      tooLong.push(page.path);
      continue;
    }
    characters += length;
    if (pages.size > 0 && (pages.size === pagesMax || characters > charactersMax)) break;
    pages.set(page.path, page);
  }
  return { pages, tooLong, left: stale.length - pages.size - tooLong.length };
}

/** Compares a text with a page's stale places. */
export async function judgeTranslation(
  { path, translation, places }: StalePage,
  text: string,
  signal: AbortSignal,
): Promise<TranslationChange> {
  const blocks = await runInSlices(splitBlocks(text, path), signal);
  return compareTranslation(translation, { text, blocks }, places);
}
