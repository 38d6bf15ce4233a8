import { isAppError } from "../errors.ts";
import type { TranslatedPage } from "./pair-pages.ts";

/** `before` and `after` are ids of blobs; null: there was no such file. */
interface PageChange {
  commit: string;
  /** How many commits are newer. */
  age: number;
  before: string | null;
  after: string | null;
}

/** A line of commits, as far as it is known. */
export interface PageHistory {
  /** Why not all of it is, as the rest of a sentence after "because"; null: all of it is. */
  cut: string | null;
  /** Of each page, newest first. */
  pageChanges(): Promise<ReadonlyMap<string, readonly PageChange[]>>;
  /** When the commit was made; null when it is none of these. */
  timeOf(commit: string): Date | null;
  /** By the id of a blob, or `<commit>:<path>`. */
  read(name: string): Promise<Buffer | null>;
}

/**
 * The source's text at the newest commit that changed the translation, and this commit where it is seen:
 * whoever changes a translation is taken to have brought it up to date. Null: the translation was changed
 * since the newest commit, or the source has not changed since. A reason where it is not known.
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
