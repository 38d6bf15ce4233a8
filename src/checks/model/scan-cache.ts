import { LRUCache } from "lru-cache";
import type { PageFacts } from "./page-facts.ts";

/** Facts of pages by content hash, shared by jobs. */
export interface ScanCache {
  get(key: string): PageFacts | undefined;
  set(key: string, facts: PageFacts): void;
}

/** Estimates the bytes of memory that the facts of a page take. */
export function weighFacts(facts: PageFacts): number {
  return 1000 + facts.size * 2 + facts.links.length * 200 + facts.headings.length * 200;
}

const defaultBytesMax = 256 * 1024 * 1024;

/** Drops the least recently used facts if their estimated size exceeds `maxBytes`. */
export function createScanCache(options: { maxBytes?: number } = {}): ScanCache {
  const entries = new LRUCache<string, PageFacts>({
    maxSize: options.maxBytes ?? defaultBytesMax,
    sizeCalculation: weighFacts,
  });
  return {
    get: (key) => entries.get(key),
    set: (key, facts) => {
      entries.set(key, facts);
    },
  };
}
