import { posix } from "node:path";
import type { Repair } from "./repair.ts";
import type { Resolution } from "./resolve-link.ts";
import type { Site } from "./site.ts";

/**
 * Whether a target that was not found is worth a finding. Where routes are only guessed, an absolute or extensionless
 * target is reported only when a near page exists or its folder is one of the site's.
 */
export function shouldReport(
  site: Site,
  from: string,
  resolution: Extract<Resolution, { kind: "missing" }>,
  repair: Repair,
): boolean {
  const { configuration, index } = site;
  const { path } = resolution.parts;
  const isAbsolute = path.startsWith("/");
  if (configuration.generator === "mintlify" && !configuration.hasRoute(from) && !isAbsolute) return false;
  if (configuration.generator === "mkdocs" && !isAbsolute && !/[./]/.test(path)) return repair !== null;
  if (configuration.isRoutingKnown) return true;
  if (!isAbsolute && /\.[A-Za-z0-9]+$/.test(path)) return true;
  if (repair?.kind === "certain") return true;
  if (/\.[A-Za-z0-9]+$/.test(path)) return false;
  return resolution.wanted.some((one) => {
    const folder = posix.dirname(one);
    return (
      folder !== "." &&
      index.folders.has(folder) &&
      !configuration.staticRoots.includes(folder) &&
      index.pageFolders.has(folder)
    );
  });
}
