import { posix } from "node:path";
import { inPartition, partitionOf } from "./partition-of.ts";
import { renderFileTarget } from "./render-target.ts";
import type { Repair } from "./repair.ts";
import type { Resolution, Site } from "./site.ts";

/** A file that is not there: the same path in another case, or the one file of that name. */
export function repairFile(
  site: Site,
  from: string,
  missing: Extract<Resolution, { kind: "missing" }>,
): Repair {
  const name = posix.basename(missing.wanted[0] ?? "");
  if (!/\.[A-Za-z0-9]+$/.test(name) || /\.mdx?$/i.test(name)) return null;
  for (const wanted of missing.wanted) {
    const sameLetters = site.index.lowerFiles.get(wanted.toLowerCase());
    if (sameLetters !== undefined) return toRepair(site, from, missing, sameLetters, "wrong case");
  }
  const sameName = site.index.filesByName.get(name) ?? [];
  const own = partitionOf(missing.wanted[0] ?? "") || partitionOf(from);
  const near = inPartition(site, sameName, own);
  const found = near.length > 0 ? near : sameName;
  return found.length === 0 ? null : toRepair(site, from, missing, found, "file moved");
}

function toRepair(
  site: Site,
  from: string,
  missing: Extract<Resolution, { kind: "missing" }>,
  files: string[],
  because: string,
): Repair {
  const texts = files.slice(0, 5).map((file) => renderFileTarget(site, from, missing.parts, file));
  return files.length === 1 ? { kind: "certain", text: texts[0]!, because } : { kind: "several", texts };
}
