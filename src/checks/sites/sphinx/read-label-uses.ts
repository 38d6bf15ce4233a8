import type { LabelUse } from "../../model/label-use.ts";
import type { SiteContext } from "../../model/site.ts";
import { createPlacer } from "../../pages/place-at.ts";
import { asLabel } from "./read-label-sources.ts";

const filesMax = 3_000;
const role = /:(?:std:)?(?:ref|numref|any):`(?:[^`<>]{0,500}<)?([^`<>]{1,200})>?`/dg;

/** Returns where reStructuredText below the folder names labels, by the label in lower case. */
export async function readLabelUses(
  { files, read }: SiteContext,
  folder: string,
): Promise<ReadonlyMap<string, readonly LabelUse[]>> {
  const uses = new Map<string, LabelUse[]>();
  const sources = [...files].filter((path) => path.startsWith(folder) && /\.(?:rst|inc)$/i.test(path));
  for (const path of sources.slice(0, filesMax)) {
    const text = (await read(path).catch(() => Buffer.of())).toString("utf8");
    if (!text.includes(":`")) continue;
    const place = createPlacer(path, text);
    for (const { 1: name, indices } of text.matchAll(role)) {
      const label = asLabel(name!);
      const { line, column } = place(...indices![1]!);
      const known = uses.get(label) ?? [];
      known.push({ path, line, column, target: name!.trim() });
      uses.set(label, known);
    }
  }
  return uses;
}
