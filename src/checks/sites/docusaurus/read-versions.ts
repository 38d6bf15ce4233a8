import type { SiteContext } from "../../model/site.ts";
import {
  computed,
  type ScriptValue,
  type Told,
  textsMember,
  writtenMember,
} from "../script/script-values.ts";

/**
 * Returns the versions that are built, undefined for all. Where previews build fewer than the published site,
 * the versions of every build count.
 */
export function readIncludedVersions(options: ScriptValue): Told<string[]> {
  const written = writtenMember(options, "onlyIncludeVersions");
  if (written?.kind !== "either") return textsMember(options, "onlyIncludeVersions");
  const versions = new Set<string>();
  for (const option of written.options) {
    if (option.kind === "absent") return undefined;
    if (option.kind !== "list" || option.isOpen) return computed;
    for (const item of option.items) {
      if (item.kind !== "value" || typeof item.value !== "string") return computed;
      versions.add(item.value);
    }
  }
  return [...versions];
}

/** Returns the versions of `versions.json`, the latest first; null if there are none. */
export async function readVersions(context: SiteContext, path: string): Promise<string[] | null> {
  if (!context.files.has(path)) return null;
  try {
    const read: unknown = JSON.parse((await context.read(path)).toString("utf8"));
    return Array.isArray(read) && read.every((one) => typeof one === "string") ? read : null;
  } catch {
    return null;
  }
}
