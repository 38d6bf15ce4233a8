import { isAppError } from "../errors.ts";
import type { TranslatedPage } from "./pair-pages.ts";

/** `before` and `after` are blob ids; null if there was no such file. */
interface PageChange {
  commit: string;
  /** Number of newer commits. */
  age: number;
  before: string | null;
  after: string | null;
}

/** A line of commits, as far as it is known. */
export interface PageHistory {
  /** Why part of it is missing, to continue a sentence after "because"; null if it is complete. */
  cut: string | null;
  /** Changes of each page, newest first. */
  pageChanges(): Promise<ReadonlyMap<string, readonly PageChange[]>>;
  /** Time of the commit; null if it is not one of these. */
  timeOf(commit: string): Date | null;
  /** Reads a blob by its id, or by `<commit>:<path>`. */
  read(name: string): Promise<Buffer | null>;
}

/**
 * Finds the source's text at the newest commit that changed the translation, and that commit if it is known:
 * a change of a translation is assumed to bring it up to date. Null if the translation was changed after the
 * newest commit, or the source has not changed since. Returns a reason if this is unknown.
 */
export async function findTranslatedSource(
  history: PageHistory,
  { path, source }: TranslatedPage,
  translation: string,
): Promise<{ source: string; commit: string | null } | { reason: string } | null> {
  const changes = await history.pageChanges().catch((error: unknown) => {
    if (isAppError(error, "git_failed")) return null;
    throw error;
  });
  if (changes === null) return { reason: "the history of the repository takes too long to read" };
  const newest = changes.get(path)?.[0];
  const ofSource = changes.get(source) ?? [];
  if (newest === undefined && history.cut === null) return null;
  if (newest !== undefined && (await readText(history, newest.after)) !== translation) return null;
  if (newest === undefined && ofSource.length === 0) return { reason: history.cut! };
  const then = newest && ofSource.find(({ age }) => age >= newest.age);
  const oldest = ofSource.at(-1);
  if (oldest === undefined) return null;
  const text = await readText(history, then === undefined ? oldest.before : then.after);
  if (text === null) return { reason: "the source is newer than its translation" };
  return { source: text, commit: newest?.commit ?? null };
}

async function readText(history: PageHistory, id: string | null): Promise<string | null> {
  return id === null ? null : ((await history.read(id))?.toString("utf8") ?? null);
}
