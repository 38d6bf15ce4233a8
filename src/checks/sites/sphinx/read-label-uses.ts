import type { LabelUse } from "../../model/label-use.ts";
import type { SiteContext } from "../../model/site.ts";
import { createPlacer } from "../../pages/place-at.ts";
import { asLabel } from "./read-label-sources.ts";

const filesMax = 3_000;
const bytesMax = 512 * 1024;
/** Of all files together. */
const allBytesMax = 64 * 1024 * 1024;
const data = /\.(?:ya?ml|json|toml|py|j2|jinja2?|tmpl)$/i;
/** Links and roles of MyST. */
const mystUse =
  /\]\(#?([\w][\w.:-]{0,200})\)|\{(?:std:)?(?:ref|numref|any)\}`(?:[^`<>]{0,500}<)?([^`<>]{1,200})>?`/dg;
const role = /:(?:std:)?(?:ref|numref|any):`(?:[^`<>]{0,500}<)?([^`<>]{1,200})>?`/dg;

/**
 * Returns where reStructuredText below the folder names labels, by the label in lower case. Where `conf.py`
 * writes files, those of data anywhere may be what pages are made of.
 */
export async function readLabelUses(
  { files, read }: SiteContext,
  folder: string,
  writesFiles: boolean,
): Promise<ReadonlyMap<string, readonly LabelUse[]>> {
  const uses = new Map<string, LabelUse[]>();
  const isText = (path: string): boolean => path.startsWith(folder) && /\.(?:rst|inc)$/i.test(path);
  const texts = [...files].filter(isText);
  const sources = writesFiles
    ? [...texts, ...[...files].filter((path) => !isText(path) && data.test(path))]
    : texts;
  let left = allBytesMax;
  for (const path of sources.slice(0, filesMax)) {
    if (left <= 0) break;
    const bytes = await read(path).catch(() => Buffer.of());
    left -= bytes.length;
    const text = bytes.length > bytesMax ? "" : bytes.toString("utf8");
    if (!isText(path) ? !/\]\(|\}`/.test(text) : !text.includes(":`")) continue;
    const place = createPlacer(path, text);
    for (const { 1: first, 2: second, indices } of text.matchAll(isText(path) ? role : mystUse)) {
      const name = first ?? second!;
      const label = asLabel(name);
      const { line, column } = place(...indices![first === undefined ? 2 : 1]!);
      const known = uses.get(label) ?? [];
      known.push({ path, line, column, target: name.trim() });
      uses.set(label, known);
    }
  }
  return uses;
}
