import { posix } from "node:path";
import { likelyExtensions, pageExtension } from "../../text/page-path.ts";
import { renderPageTarget } from "../links/render-target.ts";
import { inPartition, partitionOf } from "../model/partition-of.ts";
import { kindOfPath } from "../model/read-address.ts";
import type { Resolution } from "../model/resolution.ts";
import type { Site } from "../model/site.ts";
import { mayBeCertain, type Repair } from "./repair.ts";
import { repairFile } from "./repair-file.ts";

type Missing = Extract<Resolution, { kind: "missing" }>;

const candidatesMax = 5;

/**
 * Repairs a link if the generator is unknown: only relative links to files, as nearly all generators read
 * only those alike. For addresses the right text cannot be known.
 */
export function repairByFiles(site: Site, from: string, missing: Missing): Repair {
  const { parts } = missing;
  const kind = kindOfPath(parts.path);
  if (kind === "address" || parts.path.startsWith("/")) return null;
  if (kind === "file") return repairFile(site, from, missing);
  for (const [because, find] of ways) {
    const pages = find(site, from, missing.wanted[0]!);
    if (pages.length === 0) continue;
    const texts = pages.slice(0, candidatesMax).map((page) => renderPageTarget(site, from, parts, page));
    if (
      because !== null &&
      pages.length === 1 &&
      mayBeCertain(site, from, { page: pages[0]!, hash: parts.hash })
    )
      return { kind: "certain", text: texts[0]!, because };
    return { kind: "several", texts };
  }
  return null;
}

/** Null if its result is never certain. */
const ways: [because: string | null, find: (site: Site, from: string, wanted: string) => string[]][] = [
  ["missing or extra extension", byExtension],
  ["wrong case", byCase],
  [null, byName],
];

function byExtension({ pages }: Site, _from: string, wanted: string): string[] {
  const bare = withoutExtension(wanted);
  return likelyExtensions.map((ending) => bare + ending).filter((path) => pages.has(path));
}

function byCase({ index, pages }: Site, _from: string, wanted: string): string[] {
  const bare = withoutExtension(wanted).toLowerCase();
  const files = likelyExtensions.flatMap((ending) => index.lowerFiles.get(bare + ending) ?? []);
  return files.filter((path) => pages.has(path));
}

function byName(site: Site, from: string, wanted: string): string[] {
  const name = posix.basename(withoutExtension(wanted));
  if (name === "" || /^(?:_?index|README|page)$/i.test(name)) return [];
  const pages = site.index.pagesByName.get(name) ?? [];
  return inPartition(site, pages, partitionOf(wanted) || partitionOf(from));
}

function withoutExtension(path: string): string {
  return path.replace(pageExtension, "");
}
