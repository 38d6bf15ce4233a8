import { z } from "zod";

const entry = z.strictObject({
  /** Page of the source's language. */
  source: z.string().max(4_096),
  /** In which the source was as it was translated. */
  commit: z.string().regex(/^[0-9a-f]{40,64}$/),
  /** Digest of the translation as it was left. */
  translation: z.string().max(64),
  /** Marks of the source's blocks, as far as they are translated. */
  blocks: z.array(z.string().max(64)).max(20_000),
});

const schema = z.strictObject({ version: z.literal(1), pages: z.record(z.string().max(4_096), entry) });

/** Up to which source translations were brought, by their paths. */
export type TranslationRecord = Record<string, TranslationEntry>;
export type TranslationEntry = z.output<typeof entry>;

const bytesMax = 16 * 1024 * 1024;

/** Each language has its own, so that pull requests of several languages do not conflict. */
export function recordPath(language: string): string {
  return `.copydesk/translations/${language}.json`;
}

/** Null for what is no such record. */
export function parseRecord(text: string): TranslationRecord | null {
  if (text.length > bytesMax) return null;
  try {
    return schema.safeParse(JSON.parse(text)).data?.pages ?? null;
  } catch {
    return null;
  }
}

/** A line for each page, in the order of their paths, so that changes of several merge. */
export function writeRecord(record: TranslationRecord): string {
  const lines = Object.keys(record)
    .sort()
    .map((path) => `    ${JSON.stringify(path)}: ${JSON.stringify(record[path])}`);
  return `{\n  "version": 1,\n  "pages": {\n${lines.join(",\n")}\n  }\n}\n`;
}
