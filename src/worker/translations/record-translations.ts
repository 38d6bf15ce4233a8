import type { StalePage } from "../../translations/find-stale-translations.ts";
import { digest } from "../../translations/split-blocks.ts";
import { recordPath, type TranslationEntry, writeRecord } from "../../translations/translation-record.ts";
import type { Edited, Prepared, Run } from "../run.ts";
import { judgeTranslation } from "./limit-to-translations.ts";
import type { TranslationScope } from "./translation-scope.ts";

/**
 * Adds to the turn's change the source version that its translations now match: block by block where they
 * have changed, the whole page if it was said to need no change. Leaves the record alone if no page was
 * changed.
 */
export async function recordTranslations(
  run: Run,
  prepared: Prepared,
  scope: TranslationScope,
  edited: Edited,
): Promise<void> {
  const { tree } = prepared;
  if (tree.changedPaths().length === 0) return;
  const kept = new Set(edited.pages?.flatMap(({ path, why }) => (why === null ? [] : [path])));
  for (const { language, record } of scope.languages) {
    const entries: Record<string, TranslationEntry> = {};
    for (const page of scope.pages.values()) {
      if (page.language !== language) continue;
      const text = (await tree.readIfPresent(page.path, run.signal))?.toString("utf8");
      if (text === undefined || (text === page.translation.text && !kept.has(page.path))) continue;
      const change = await judgeTranslation(page, text, run.signal);
      if (!("changed" in change)) continue;
      const done = change.changed.map((changed) => changed || kept.has(page.path));
      entries[page.path] = {
        ...{ source: page.source, commit: prepared.baseCommit, translation: digest(text) },
        blocks: markDone(page, done),
      };
    }
    if (Object.keys(entries).length === 0) continue;
    const path = recordPath(language);
    const written = writeRecord({ ...record, ...entries });
    scope.records.set(path, written);
    tree.write(path, Buffer.from(written));
    run.tree = tree.treeId();
  }
}

/** Returns the marks of the current source, with the earlier ones for places that are not done. */
function markDone({ places, before, now }: StalePage, done: readonly boolean[]): string[] {
  const marks = now.blocks.map(({ mark }) => mark);
  let from = 0;
  const parts = places.map((place, index) => {
    const unchanged = marks.slice(from, place.now.start);
    from = place.now.end;
    const part = done[index]
      ? marks.slice(place.now.start, place.now.end)
      : before.slice(place.before.start, place.before.end);
    return [...unchanged, ...part];
  });
  return [...parts.flat(), ...marks.slice(from)];
}
