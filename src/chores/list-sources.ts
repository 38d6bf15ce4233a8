import { type CheckedFinding, cutNote } from "../agent/tools/tool-data.ts";
import type { ToolAnswer } from "./chore.ts";
import type { ListSource, ListWindow } from "./gather-items.ts";

export interface PageLine {
  text: string;
  /** True when the tool showed only the start of the line. */
  isCut: boolean;
}

/** Lists the numbered lines of a file; none for an empty file. */
export function readSource(path: string): ListSource<PageLine> {
  return {
    call: (offset, limit) => ({
      name: "read",
      input: { path, ...(limit === null ? {} : { offset: offset + 1, limit }) },
    }),
    take: takeLines,
  };
}

export function takeLines({ text, data }: ToolAnswer): ListWindow<PageLine> | null {
  if (data?.kind !== "lines") return null;
  const items = text
    .split("\n", data.shown + 1)
    .slice(1)
    .map((line): PageLine => ({ text: line.slice(line.indexOf("\t") + 1), isCut: false }));
  for (const { at, characters } of data.cut) {
    const item = items[at];
    if (item !== undefined)
      items[at] = { text: item.text.slice(0, -cutNote(characters).length), isCut: true };
  }
  return { items, total: data.total };
}

/** Lists the paths of all files that match a glob. */
export function filesSource(glob: string): ListSource<string> {
  return {
    call: (offset) => ({ name: "list", input: { glob, ...(offset > 0 && { offset }) } }),
    take: ({ text, data }) =>
      data?.kind === "names" ? { items: text.split("\n", data.shown), total: data.total } : null,
  };
}

/** Lists the files that contain the text, in exactly this case. */
export function matchingFilesSource(pattern: string): ListSource<{ path: string; lines: number }> {
  return {
    call: (offset) => ({
      name: "search",
      input: { pattern, filesOnly: true, ...(offset > 0 && { offset }) },
    }),
    take: ({ data }) => (data?.kind === "files" ? { items: data.files, total: data.total } : null),
  };
}

/**
 * Lists all findings of the check, or only the new ones; the reasons why links were not judged are added to
 * `notJudged`.
 */
export function findingsSource(options: {
  newOnly: boolean;
  /** Folder or page to which the list is limited. */
  path?: string | null;
  /** Whether git's history is searched for repairs as well. */
  history?: boolean;
  notJudged?: Set<string>;
}): ListSource<CheckedFinding> {
  return {
    call: (offset) => ({
      name: "check",
      input: {
        ...(options.path && { path: options.path }),
        ...(offset > 0 && { offset }),
        ...(options.history && { history: true }),
      },
    }),
    take({ data }, offset) {
      if (data?.kind !== "findings") return null;
      for (const reason of data.notJudged) options.notJudged?.add(reason);
      const total = options.newOnly ? data.new : data.new + data.preexisting;
      return { items: data.findings.slice(0, Math.max(0, total - offset)), total };
    },
  };
}
