import { posix } from "node:path";
import { isPagePath } from "../../text/page-path.ts";
import { renderFileTarget } from "../links/render-target.ts";
import { resolveLink } from "../links/resolve-link.ts";
import { inPartition, partitionOf } from "../model/partition-of.ts";
import type { Resolution } from "../model/resolution.ts";
import type { Site } from "../model/site.ts";
import type { Repair } from "./repair.ts";

const candidatesMax = 5;

/** Repairs a missing file: the same path in another case is certain, files of its name elsewhere are not. */
export function repairFile(
  site: Site,
  from: string,
  { wanted, parts, ofLink }: Extract<Resolution, { kind: "missing" }>,
): Repair {
  const name = posix.basename(wanted[0] ?? "");
  if (!/\.[A-Za-z0-9]+$/.test(name) || isPagePath(name)) return null;
  const render = (files: readonly string[]) =>
    files.slice(0, candidatesMax).flatMap((file) => {
      const text = renderFileTarget(site, from, parts, file);
      const resolution = resolveLink(site, from, text, ofLink);
      return resolution.kind === "file" && resolution.path === file ? [text] : [];
    });
  for (const path of wanted) {
    const sameLetters = site.index.lowerFiles.get(path.toLowerCase()) ?? [];
    const texts = render(sameLetters);
    if (texts.length === 0) continue;
    if (sameLetters.length === 1) return { kind: "certain", text: texts[0]!, because: "wrong case" };
    return { kind: "several", texts };
  }
  const sameName = site.index.filesByName.get(name) ?? [];
  const own = partitionOf(wanted[0] ?? "") || partitionOf(from);
  const near = inPartition(site, sameName, own);
  const texts = render(near.length > 0 ? near : sameName);
  return texts.length === 0 ? null : { kind: "several", texts };
}
