import type { Resolution } from "../model/resolution.ts";
import type { Site } from "../model/site.ts";
import type { Repair } from "./repair.ts";

/**
 * Whether a missing target is worth a finding: not in snippets, which other pages show, and not if it may be
 * a plain word.
 */
export function shouldReport(
  { configuration }: Site,
  from: string,
  resolution: Extract<Resolution, { kind: "missing" }>,
  repair: Repair,
): boolean {
  const { path } = resolution.parts;
  if (path.startsWith("/") || configuration.beside?.has(from)) return true;
  if (configuration.generator === "mintlify" && !configuration.hasRoute(from)) return false;
  if (configuration.generator === "mkdocs" && !/[./]/.test(path)) return repair !== null;
  return true;
}
