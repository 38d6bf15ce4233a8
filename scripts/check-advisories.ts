/**
 * `node scripts/check-advisories.ts FOLDER [--dev]`: compares the lock files with a folder of advisories in
 * OSV's format, such as the unpacked `npm/all.zip` of OSV, without any request. Prints each advisory that
 * affects a locked version and exits with 1 if there is one; --dev includes what only builds and tests need.
 */
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { compare } from "semver";
import { lockFiles, readLockedPackages } from "./list-licenses.ts";

const root = join(import.meta.dirname, "..");

interface Event {
  introduced?: string;
  fixed?: string;
  last_affected?: string;
}

interface Affected {
  package?: { ecosystem: string; name: string };
  ranges?: { type: string; events: Event[] }[];
  versions?: string[];
}

interface Advisory {
  id: string;
  modified: string;
  summary?: string;
  withdrawn?: string;
  affected?: Affected[];
}

export interface AdvisoryReport {
  packages: number;
  advisories: number;
  /** Date of the newest one: an old list knows nothing of later ones. */
  newest: string;
  /** One line each. */
  found: string[];
}

interface Options {
  folder: string;
  dev?: boolean;
}

/** Throws for a folder without advisories and for other files, so that no wrong folder passes by mistake. */
export function checkAdvisories({ folder, dev = false }: Options): AdvisoryReport {
  const locked = Map.groupBy(readPackages(dev), ({ name }) => name);
  const files = globSync("**/*.json", { cwd: folder });
  if (files.length === 0)
    throw new Error(`${folder} contains no advisories: expected *.json files in OSV's format.`);
  const found: string[] = [];
  let newest = "";
  for (const file of files) {
    const advisory = readAdvisory(join(folder, file));
    if (advisory.modified > newest) newest = advisory.modified;
    if (advisory.withdrawn !== undefined) continue;
    for (const affected of advisory.affected ?? []) {
      if (affected.package?.ecosystem !== "npm") continue;
      for (const { name, version } of locked.get(affected.package.name) ?? [])
        if (isAffected(version, affected)) found.push(describe(`${name} ${version}`, advisory, affected));
    }
  }
  const packages = [...locked.values()].flat().length;
  return { packages, advisories: files.length, newest, found: [...new Set(found)].sort() };
}

function readPackages(withDev: boolean): { name: string; version: string }[] {
  const all = lockFiles.flatMap((lock) => readLockedPackages(root, lock));
  const wanted = all.filter(({ dev }) => withDev || !dev);
  return [...new Map(wanted.map((one) => [`${one.name} ${one.version}`, one])).values()];
}

function readAdvisory(file: string): Advisory {
  const advisory = JSON.parse(readFileSync(file, "utf8")) as Partial<Advisory>;
  if (typeof advisory.id !== "string" || typeof advisory.modified !== "string")
    throw new Error(`${file} is not an advisory in OSV's format: "id" or "modified" is missing.`);
  return advisory as Advisory;
}

/** Evaluates ranges as OSV's schema prescribes. */
function isAffected(version: string, { ranges = [], versions = [] }: Affected): boolean {
  if (versions.includes(version)) return true;
  return ranges.some(({ type, events }) => type === "SEMVER" && isInRange(version, events));
}

function isInRange(version: string, events: readonly Event[]): boolean {
  const steps = events.flatMap(({ introduced, fixed, last_affected: last }) => [
    ...(introduced === undefined ? [] : [{ at: introduced === "0" ? "0.0.0-0" : introduced, is: true }]),
    ...(fixed === undefined ? [] : [{ at: fixed, is: false }]),
    ...(last === undefined || compare(version, last) <= 0 ? [] : [{ at: last, is: false }]),
  ]);
  const passed = steps.filter(({ at }) => compare(at, version) <= 0);
  return passed.toSorted((one, other) => compare(one.at, other.at)).at(-1)?.is ?? false;
}

function describe(what: string, { id, summary = "no summary" }: Advisory, { ranges = [] }: Affected): string {
  const fixes = ranges.flatMap(({ events }) => events.flatMap(({ fixed = [] }) => fixed));
  return `${what}: ${id}, ${summary} (${fixes.length > 0 ? `fixed in ${fixes.join(", ")}` : "no fixed version"})`;
}

if (import.meta.main) {
  const given = process.argv.slice(2);
  const [folder, ...more] = given.filter((argument) => argument !== "--dev");
  if (folder === undefined || more.length > 0)
    throw new Error("Usage: node scripts/check-advisories.ts FOLDER [--dev]");
  const report = checkAdvisories({ folder: resolve(folder), dev: given.includes("--dev") });
  const { packages, advisories, newest, found } = report;
  for (const line of found) console.log(line);
  console.log(
    `${packages} packages, ${advisories} advisories, the newest of ${newest}: ${found.length} found`,
  );
  process.exitCode = found.length > 0 ? 1 : 0;
}
