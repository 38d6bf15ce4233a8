import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { PageProblems, PageText } from "./call-types.ts";
import { createProcessPool } from "./create-process-pool.ts";
import { pageLimitMs } from "./time-limits.ts";

/** Parses single pages in separate processes without sites: a page that ends one costs no job anything. */
export interface PageParser {
  /**
   * Rejects only with the signal's reason; if a page takes too long or too much memory, that is a problem of
   * the page.
   */
  parse(page: PageText, signal?: AbortSignal): Promise<PageProblems>;
  close(): void;
}

/** Answers by what they depend on. */
export interface AnswerCache {
  get(key: string): PageProblems | undefined;
  set(key: string, problems: PageProblems): void;
}

interface PageParserOptions {
  limitMs?: number;
  answers?: AnswerCache;
  heapLimitMb?: number;
  processesMax?: number;
}

// The same page is parsed after each edit, by the gate and for the baseline: the result depends only on its
// text and kind.
const answersKeptMax = 5_000;

export function createAnswerCache(): AnswerCache {
  const answers = new LRUCache<string, PageProblems>({ max: answersKeptMax });
  return { get: (key) => answers.get(key), set: (key, problems) => void answers.set(key, problems) };
}

export function createPageParser(options: PageParserOptions = {}): PageParser {
  const { limitMs = pageLimitMs, heapLimitMb = 192, processesMax = 2 } = options;
  const { answers = createAnswerCache() } = options;
  const pool = createProcessPool({ holds: "pages", processesMax, heapLimitMb });
  return {
    async parse({ path, text, generator }, signal) {
      signal?.throwIfAborted();
      const key = `${/\.mdx$/i.test(path)} ${generator} ${hash("sha256", text, "base64")}`;
      const known = answers.get(key);
      if (known !== undefined) return known;
      const makeCall = () => ({ kind: "page", path, text, generator }) as const;
      const { outcome } = await pool.run({ limitMs, signal, makeCall });
      if (outcome.kind === "error") throw new Error(outcome.message);
      if (outcome.kind === "lost") return unreadable("the parser ran out of memory");
      const problems =
        outcome.kind === "late" ? unreadable(`longer than ${limitMs} ms`) : (outcome.result as PageProblems);
      answers.set(key, problems);
      return problems;
    },
    close: () => pool.close(),
  };
}

function unreadable(why: string): PageProblems {
  const message = `check_timeout: the page could not be parsed (${why})`;
  return { frontMatter: null, mdx: { line: 1, column: 1, message, isUnread: true } };
}
