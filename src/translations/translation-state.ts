import { z } from "zod";
import type { LanguageState, StalePage } from "./find-stale-translations.ts";

const count = z.int().min(0);

const stalePage = z.object({
  path: z.string(),
  source: z.string().meta({ description: "The page that it translates." }),
  staleBlocks: count.meta({ description: "Blocks of the source that have changed since." }),
  blocks: count.meta({ description: "Of the source, as it is." }),
  upTo: z
    .object({ commit: z.string(), at: z.iso.datetime().nullable() })
    .nullable()
    .meta({ description: "The source's commit that it is up to date with; null if that is not known." }),
});

/** How far the translations into one language follow their sources. */
export const translationState = z
  .object({
    language: z.string(),
    current: count.meta({ description: "Pages that are up to date with their sources." }),
    stale: z.array(stalePage),
    unknown: z.array(
      z.object({
        ...{ path: z.string(), source: z.string() },
        reason: z.string().meta({ description: "Why it is not known, as the rest of a sentence." }),
      }),
    ),
    isRecordBroken: z.boolean().meta({
      description: "Whether the language's record cannot be read, so that the history alone is looked at.",
    }),
  })
  .meta({ description: "The translations into one language." });

export type TranslationState = z.output<typeof translationState>;

export function toTranslationState({
  language,
  current,
  stale,
  unknown,
  isRecordBroken,
}: LanguageState): TranslationState {
  return {
    ...{ language, current, isRecordBroken },
    stale: stale.map(toStalePage),
    unknown: unknown.map(({ path, source, reason }) => ({ path, source, reason })),
  };
}

/** Counts blocks of the source; a removed block counts as one. */
function toStalePage({ path, source, places, now, upTo }: StalePage): TranslationState["stale"][number] {
  const changed = places.map((place) => Math.max(1, place.now.end - place.now.start));
  return {
    ...{ path, source, blocks: now.blocks.length },
    staleBlocks: changed.reduce((sum, count) => sum + count, 0),
    upTo: upTo && { commit: upTo.commit, at: upTo.at?.toISOString() ?? null },
  };
}
