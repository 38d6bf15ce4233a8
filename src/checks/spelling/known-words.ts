import type { Pause } from "../create-pause.ts";
import type { Site } from "../model/site.ts";
import type { Dictionary, LoadDictionary } from "./dictionary.ts";

/** Words known before a change. */
export interface KnownWords {
  /** Words in lower case, including code and names; empty if there is no such page. */
  ofPage(path: string): Promise<ReadonlySet<string>>;
  /** Words of all pages and of the repository's word lists; read once. */
  ofSite(pause: Pause): Promise<ReadonlySet<string>>;
  loadDictionary(): Promise<Dictionary>;
}

/** The policy with its terms, and the lists that other spelling checkers read. */
const wordList =
  /(?:^|\/)(?:\.copydesk\.yml|\.?cspell(?:\.config)?\.(?:jsonc?|ya?ml)|project-words\.txt|\.?(?:wordlist|spelling|dictionary)(?:\.txt)?|(?:vocab|vocabularies)\/[^/]+\/accept\.txt)$/i;
const readsAtOnce = 64;
const listBytesMax = 4 * 1024 * 1024;

/** `site` is the site before the change. */
export function createKnownWords(site: Site, loadDictionary: LoadDictionary): KnownWords {
  let all: Promise<ReadonlySet<string>> | null = null;
  const read = async (path: string): Promise<Buffer> => await site.read(path).catch(() => Buffer.alloc(0));
  return {
    loadDictionary,
    async ofPage(path) {
      const known = new Set<string>();
      if (site.files.has(path)) addWords(known, await read(path));
      return known;
    },
    async ofSite(pause) {
      all ??= collectWords(site, read, pause).catch((error: unknown) => {
        all = null;
        throw error;
      });
      return await all;
    },
  };
}

async function collectWords(
  site: Site,
  read: (path: string) => Promise<Buffer>,
  pause: Pause,
): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  const pages = [...site.pages.keys()];
  for (let at = 0; at < pages.length; at += readsAtOnce) {
    for (const bytes of await Promise.all(pages.slice(at, at + readsAtOnce).map(read)))
      addWords(known, bytes);
    if (pause.isDue()) await pause.wait();
  }
  for (const path of site.files) {
    if (!wordList.test(path)) continue;
    const bytes = await read(path);
    if (bytes.length <= listBytesMax) addWords(known, bytes);
  }
  return known;
}

function addWords(known: Set<string>, bytes: Buffer): void {
  for (const [word] of bytes.toString("utf8").matchAll(/[A-Za-z]{4,40}/g)) known.add(word.toLowerCase());
}
