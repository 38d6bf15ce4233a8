import { runInSlices, type Sliced } from "../../text/run-in-slices.ts";
import type { Overlay, OverlayFile } from "../overlay/create-overlay.ts";
import { type FoundLine, findLines } from "./find-lines.ts";
import { createPathFilter } from "./path-filter.ts";
import {
  assertUsableQuery,
  type SearchOptions,
  searchMs,
  searchWithGit,
  type TreeHit,
  type TreeQuery,
  type TreeSearch,
  toHit,
} from "./search-with-git.ts";

/** Above this size git reads the files itself: they would drive everything else out of the cache. */
const bytesMax = 64 * 1024 * 1024;
const batchBytesMax = 4 * 1024 * 1024;
const batchFilesMax = 512;

/**
 * Finds lines in the text files of a job's tree, as `searchWithGit` does: plain text in this process, in
 * slices, and regular expressions with git. Throws what `searchWithGit` throws.
 */
export async function searchOverlay(
  overlay: Overlay,
  query: TreeQuery,
  options: SearchOptions,
): Promise<TreeSearch> {
  assertUsableQuery(query);
  options.signal?.throwIfAborted();
  const files = query.literal ? filesToRead(overlay, query) : null;
  return files === null
    ? await searchByGit(overlay, query, options)
    : await searchFiles(overlay, files, query, options);
}

/** Returns null if git has to search. */
function filesToRead(overlay: Overlay, { pattern, ignoreCase, glob }: TreeQuery): OverlayFile[] | null {
  // Letters beyond ASCII have no simple other case.
  if (ignoreCase && !isAscii(pattern)) return null;
  const isMeant = createPathFilter(glob);
  if (isMeant === null) return null;
  const files = overlay.files().filter(({ path }) => isMeant(path));
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return bytes > bytesMax ? null : files;
}

async function searchFiles(
  overlay: Overlay,
  files: readonly OverlayFile[],
  { pattern, ignoreCase }: TreeQuery,
  { maxHits, signal, limitMs = searchMs, placesOnly = false }: SearchOptions,
): Promise<TreeSearch> {
  const hits: TreeHit[] = [];
  const endsAt = performance.now() + limitMs;
  const bytes = Buffer.from(pattern).toString("latin1");
  const wanted = ignoreCase ? bytes.toLowerCase() : bytes;
  const isLate = (): boolean => performance.now() > endsAt;
  const isOver = (): boolean => hits.length > maxHits || isLate();
  for (const batch of batchesOf(files)) {
    const contents = await Promise.all(
      batch.map(({ bytes, id }) => bytes ?? overlay.mirror.readBlob(id!, signal)),
    );
    for (const [at, { path }] of batch.entries()) {
      if (isOver()) break;
      const work = findLines(contents[at]!, wanted, { ignoreCase, linesMax: maxHits + 1 - hits.length });
      for (const line of await runInSlices(untilLate(work, isLate), signal))
        hits.push(placesOnly ? { ...toHit(path, line), text: "" } : toHit(path, line));
    }
    signal?.throwIfAborted();
    if (isOver()) break;
  }
  const truncated = hits.length > maxHits;
  if (truncated) hits.length = maxHits;
  const timedOut = !truncated && isLate();
  return { hits, truncated: truncated || timedOut, timedOut };
}

/** Drops all hits of a file that is not finished in time. */
function* untilLate(work: Sliced<FoundLine[]>, isLate: () => boolean): Sliced<FoundLine[]> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (isLate()) return [];
    yield;
  }
}

function* batchesOf(files: readonly OverlayFile[]): Generator<OverlayFile[]> {
  let batch: OverlayFile[] = [];
  let bytes = 0;
  for (const file of files) {
    batch.push(file);
    bytes += file.size;
    if (bytes < batchBytesMax && batch.length < batchFilesMax) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

async function searchByGit(overlay: Overlay, query: TreeQuery, options: SearchOptions): Promise<TreeSearch> {
  const { id, objects } = overlay.textTree();
  await overlay.mirror.writeObjects(objects);
  const repository = [`--git-dir=${overlay.mirror.gitDirectory}`];
  return await searchWithGit({ repository, objects: { tree: id } }, query, options);
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e\t]*$/.test(text);
}
