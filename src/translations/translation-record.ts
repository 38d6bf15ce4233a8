import { z } from "zod";

const entry = z.strictObject({
  /** Path of the page in the source's language. */
  source: z.string().max(4_096),
  /** Commit with the source as it was translated. */
  commit: z.string().regex(/^[0-9a-f]{40,64}$/),
  /** Digest of the finished translation. */
  translation: z.string().max(64),
  /** Marks of the source's blocks that have been translated. */
  blocks: z.array(z.string().max(64)).max(20_000),
});

const schema = z.strictObject({ version: z.literal(1), pages: z.record(z.string().max(4_096), entry) });

/** State of the source that each translation was brought up to, by path. */
export type TranslationRecord = Record<string, TranslationEntry>;
export type TranslationEntry = z.output<typeof entry>;

const bytesMax = 16 * 1024 * 1024;

/** Each language has its own file, so that pull requests of several languages do not conflict. */
export function recordPath(language: string): string {
  return `.copydesk/translations/${language}.json`;
}

/** Null if the text is no such record. */
export function parseRecord(text: string): TranslationRecord | null {
  if (text.length > bytesMax) return null;
  try {
    return schema.safeParse(JSON.parse(text)).data?.pages ?? null;
  } catch {
    return null;
  }
}

/** Writes a line for each page, sorted by path, so that several changes merge. */
export function writeRecord(record: TranslationRecord): string {
  const lines = Object.keys(record)
    .sort()
    .map((path) => `    ${JSON.stringify(path)}: ${JSON.stringify(record[path])}`);
  return `{\n  "version": 1,\n  "pages": {\n${lines.join(",\n")}\n  }\n}\n`;
}
