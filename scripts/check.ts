/**
 * `npm run check`: format, lint (size, cycles, direction), types, doc paths, slow expressions, the built
 * client, the list of licences. Seconds, no database.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { findStaleSdkFiles } from "./build-sdk.ts";
import { findMissingHeadings, findUnlistedPages } from "./doc-links.ts";
import { findMissingDocPaths } from "./doc-paths.ts";
import { findSlowPatterns } from "./find-slow-patterns.ts";
import { findStaleLicenses } from "./list-licenses.ts";
import { findLongComments } from "./long-comments.ts";

const root = join(import.meta.dirname, "..");

function run(name: string, command: string, args: string[]): boolean {
  const { status } = spawnSync(join(root, "node_modules/.bin", command), args, {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) console.error(`${name} failed`);
  return status === 0;
}

const missing = findMissingDocPaths(root);
for (const { file, line, path } of missing) {
  console.error(`${file}:${line} names ${path}, which does not exist`);
}

const pageFaults = [...findMissingHeadings(root), ...findUnlistedPages(root)];
for (const fault of pageFaults) console.error(fault);

const slow = findSlowPatterns(root);
for (const fault of slow) console.error(fault);

const long = findLongComments(root);
for (const fault of long) console.error(fault);

const staleLicenses = findStaleLicenses(root);
for (const fault of staleLicenses) console.error(fault);

const stale = await findStaleSdkFiles().catch((error: Error) => [error.message]);
if (stale.length > 0)
  console.error(
    `sdk/dist is not what the sources give: run node_modules/.bin/node scripts/build-sdk.ts (${stale.join(", ")})`,
  );

const results = [
  run("format and lint", "biome", ["check", "--error-on-warnings", "."]),
  run("types", "tsc", ["-p", "tsconfig.json"]),
  run("types of the dashboard", "tsc", ["-p", "dashboard/tsconfig.json"]),
  missing.length === 0,
  pageFaults.length === 0,
  slow.length === 0,
  long.length === 0,
  staleLicenses.length === 0,
  stale.length === 0,
];
process.exitCode = results.every(Boolean) ? 0 : 1;
