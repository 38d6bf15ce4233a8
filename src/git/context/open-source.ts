import type { Mirror } from "../mirror/open-mirrors.ts";
import type { RemoteOptions } from "../remote/open-remote.ts";
import { createPathFilter } from "../search/path-filter.ts";
import {
  assertUsableQuery,
  type SearchOptions,
  searchWithGit,
  type TreeHit,
  type TreeQuery,
  type TreeSearch,
} from "../search/search-with-git.ts";
import { fetchBlobs } from "./fetch-blobs.ts";
import { readSourceTree, type SourceTree } from "./read-source-tree.ts";

export interface SourceSearch extends TreeSearch {
  /** Files not searched, because fetching them would have taken too long. */
  unsearched: number;
}

/** A context repository at one commit; read-only. */
export interface Source {
  commit: string;
  tree: SourceTree;
  /** Returns a file's bytes; null if no file of that path passes the globs, or if it is too large. */
  read(path: string, signal?: AbortSignal): Promise<Buffer | null>;
  /** Fetches missing files up to a limit. Throws what `searchWithGit` and `fetchBase` throw. */
  search(query: TreeQuery, options: SearchOptions): Promise<SourceSearch>;
  /** Fetches every file, for callers that need them on disk. */
  fetchAll(signal?: AbortSignal): Promise<void>;
  release(): void;
}

interface SourceOptions extends RemoteOptions {
  /** Open mirror; the source releases it. */
  mirror: Mirror;
  commit: string;
  include: readonly string[];
  signal?: AbortSignal;
}

/** Limit for one search; later searches continue from there. */
const fetchedFilesMax = 4_000;
const fetchMs = 20_000;
const batchFiles = 500;
const grepFiles = 2_000;

/** Files not worth searching for text. */
const binaryName =
  /\.(?:png|jpe?g|gif|webp|ico|svgz|pdf|zip|t?gz|bz2|xz|zst|7z|jar|war|class|exe|dll|so|dylib|wasm|woff2?|ttf|otf|eot|mp[34]|mov|avi|webm|bin|dat|pack|sqlite|db)$/i;

export async function openSource(options: SourceOptions): Promise<Source> {
  const { mirror, commit, include, signal } = options;
  const tree = await readSourceTree({ mirror: mirror.path, commit, include, signal });
  const remote = { ...options, mirror: mirror.path };
  /** Contents that are in the mirror, and those that never will be. */
  const present = new Set<string>();
  const refused = new Set<string>();
  const fetchMissing = async (ids: readonly string[], own?: AbortSignal): Promise<void> => {
    const wanted = await listMissing(mirror, ids, { present, refused, signal: own });
    const tooLarge = await fetchBlobs({ ...remote, signal: own }, wanted);
    for (const id of tooLarge) refused.add(id);
    for (const id of wanted) if (!refused.has(id)) present.add(id);
  };
  return {
    commit,
    tree,
    async read(path, own) {
      const id = tree.files.get(path);
      if (id === undefined) return null;
      await fetchMissing([id], own);
      return refused.has(id) ? null : await mirror.readBlob(id, own);
    },
    async search(query, search) {
      assertUsableQuery(query);
      const files = chosenFiles(tree, query.glob);
      const ids = [...new Set(files.map(([, id]) => id))];
      const absent = await listMissing(mirror, ids, { present, refused, signal: search.signal });
      const endsAt = performance.now() + fetchMs;
      for (let at = 0; at < Math.min(absent.length, fetchedFilesMax); at += batchFiles) {
        if (performance.now() > endsAt) break;
        await fetchMissing(absent.slice(at, at + batchFiles), search.signal);
      }
      const known = files.filter(([, id]) => present.has(id));
      const found = await searchBlobs(mirror.path, known, query, search);
      return { ...found, unsearched: files.filter(([, id]) => !present.has(id)).length };
    },
    async fetchAll(own) {
      const ids = [...tree.files.values()];
      for (let at = 0; at < ids.length; at += batchFiles)
        await fetchMissing(ids.slice(at, at + batchFiles), own);
    },
    release: () => mirror.release(),
  };
}

async function listMissing(
  mirror: Mirror,
  ids: readonly string[],
  known: { present: Set<string>; refused: ReadonlySet<string>; signal?: AbortSignal },
): Promise<string[]> {
  const open = [...new Set(ids)].filter((id) => !known.present.has(id) && !known.refused.has(id));
  const heads = await Promise.all(open.map((id) => mirror.resolve(id, known.signal)));
  for (const [at, head] of heads.entries()) if (head !== null) known.present.add(open[at]!);
  return open.filter((_, at) => heads[at] === null);
}

function chosenFiles({ files }: SourceTree, glob: string | undefined): [path: string, id: string][] {
  const matches = createPathFilter(glob) ?? (() => true);
  return [...files].filter(([path]) => matches(path) && !binaryName.test(path));
}

async function searchBlobs(
  mirror: string,
  files: readonly (readonly [path: string, id: string])[],
  { glob: _, ...query }: TreeQuery,
  { maxHits, signal }: SearchOptions,
): Promise<TreeSearch> {
  const pathsOf = new Map<string, string[]>();
  for (const [path, id] of files) pathsOf.set(id, [...(pathsOf.get(id) ?? []), path]);
  const ids = [...pathsOf.keys()];
  const hits: TreeHit[] = [];
  let isCut = false;
  let timedOut = false;
  for (let at = 0; at < ids.length && hits.length <= maxHits; at += grepFiles) {
    const place = {
      repository: [`--git-dir=${mirror}`],
      objects: { blobs: ids.slice(at, at + grepFiles) },
    };
    const found = await searchWithGit(place, query, { maxHits: maxHits - hits.length, signal });
    for (const { path: id, ...hit } of found.hits)
      for (const path of pathsOf.get(id) ?? []) hits.push({ path, ...hit });
    isCut ||= found.truncated;
    timedOut ||= found.timedOut;
  }
  return { hits: hits.slice(0, maxHits), truncated: isCut || hits.length > maxHits, timedOut };
}
