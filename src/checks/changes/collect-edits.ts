import type { Site } from "../model/site.ts";
import type { PlannedEdit } from "../types.ts";
import { applyEdits, type TextEdit } from "./edit-text.ts";

type Part = "link" | "import" | "navigation entry" | "redirect";

/** Edits of many files, collected before they are applied. */
export interface EditCollection {
  /** A replacement that is there already counts once: several redirects or menus may share a text. */
  add(path: string, edit: TextEdit, part: Part): void;
  /**
   * Returns whole new texts; files whose text stays the same are omitted. `newPathOf` maps a path to the one
   * after the change.
   */
  finish(newPathOf?: (path: string) => string): Promise<PlannedEdit[]>;
}

export function collectEdits(site: Site): EditCollection {
  const files = new Map<string, { edits: TextEdit[]; counts: Map<Part, number> }>();
  const replaced = new Set<string>();
  return {
    add: (path, edit, part) => {
      const key = JSON.stringify([path, edit.start, edit.end, edit.text]);
      if (edit.end > edit.start && replaced.has(key)) return;
      replaced.add(key);
      const file = files.get(path) ?? { edits: [], counts: new Map<Part, number>() };
      file.edits.push(edit);
      file.counts.set(part, (file.counts.get(part) ?? 0) + 1);
      files.set(path, file);
    },
    finish: async (newPathOf = (path) => path) => {
      const planned: PlannedEdit[] = [];
      for (const [path, { edits, counts }] of files) {
        const text = (await site.read(path)).toString("utf8");
        const edited = applyEdits(text, edits);
        if (edited !== text) planned.push({ path: newPathOf(path), text: edited, what: describe(counts) });
      }
      return planned.sort((a, b) => (a.path < b.path ? -1 : 1));
    },
  };
}

function describe(counts: ReadonlyMap<Part, number>): string {
  return [...counts]
    .map(([part, count]) => (count === 1 ? `1 ${part}` : `${count} ${plural(part)}`))
    .join(", ");
}

function plural(part: Part): string {
  return part === "navigation entry" ? "navigation entries" : `${part}s`;
}
