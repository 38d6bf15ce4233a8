import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkAdvisories } from "./check-advisories.ts";
import { readLockedPackages } from "./list-licenses.ts";

const root = join(import.meta.dirname, "..");
const script = join(root, "scripts/check-advisories.ts");
const locked = (name: string) =>
  readLockedPackages(root, "package-lock.json").find((one) => one.name === name)!.version;

interface Draft {
  name: string;
  events?: object[];
  versions?: string[];
  ecosystem?: string;
  withdrawn?: string;
}

function makeAdvisory(id: string, { name, events, versions, ecosystem = "npm", ...more }: Draft): object {
  const ranges = events === undefined ? [] : [{ type: "SEMVER", events }];
  const affected = [{ package: { ecosystem, name }, ranges, versions }];
  return { id, modified: "2026-01-02T00:00:00Z", summary: `About ${name}`, affected, ...more };
}

/** Writes each advisory as a file below a new folder, as an unpacked export has them. */
function exportOf(files: Record<string, unknown>): string {
  const folder = mkdtempSync(join(tmpdir(), "copydesk-osv-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), JSON.stringify(content));
  }
  return folder;
}

function found(draft: Draft, dev = false): boolean {
  return (
    checkAdvisories({ folder: exportOf({ "one.json": makeAdvisory("X-1", draft) }), dev }).found.length > 0
  );
}

const fastify = locked("fastify");
const [major] = fastify.split(".");

test.each<[what: string, isFound: boolean, draft: Omit<Draft, "name">]>([
  ["every version", true, { events: [{ introduced: "0" }] }],
  [
    "a range that ends later",
    true,
    { events: [{ introduced: "1.0.0" }, { fixed: `${Number(major) + 1}.0.0` }] },
  ],
  [
    "a range that is fixed in the locked version",
    false,
    { events: [{ introduced: "0" }, { fixed: fastify }] },
  ],
  [
    "a range whose last is the locked version",
    true,
    { events: [{ introduced: "0" }, { last_affected: fastify }] },
  ],
  [
    "a range whose last is an older one",
    false,
    { events: [{ introduced: "0" }, { last_affected: "1.0.0" }] },
  ],
  ["a later range", false, { events: [{ introduced: `${Number(major) + 1}.0.0` }] }],
  [
    "the second of two ranges, in any order",
    true,
    { events: [{ introduced: `${major}.0.0` }, { introduced: "0" }, { fixed: "1.2.3" }] },
  ],
  ["a list with the locked version", true, { versions: ["1.0.0", fastify] }],
  ["a list without it", false, { versions: ["1.0.0"] }],
  ["another ecosystem", false, { ecosystem: "PyPI", events: [{ introduced: "0" }] }],
  ["what was withdrawn", false, { withdrawn: "2026-01-01T00:00:00Z", events: [{ introduced: "0" }] }],
])("an advisory about %s is found: %s", (_, isFound, draft) => {
  expect(found({ name: "fastify", ...draft })).toBe(isFound);
});

test("names with a scope and packages of the dashboard are compared too", () => {
  const everything = { events: [{ introduced: "0" }] };
  const [dashboard] = readLockedPackages(root, "dashboard/package-lock.json");
  expect(found({ name: "@fastify/static", ...everything })).toBe(true);
  expect(found({ name: dashboard!.name, ...everything }, true)).toBe(true);
  expect(found({ name: "no-such-package-here", ...everything })).toBe(false);
});

test("what only builds and tests is compared when asked for", () => {
  const draft = { name: "vitest", events: [{ introduced: "0" }] };
  expect([found(draft), found(draft, true)]).toEqual([false, true]);
});

test("the command prints each advisory with the version that mends it, and ends with 1", () => {
  const folder = exportOf({
    "npm/GHSA-1.json": makeAdvisory("GHSA-1", {
      name: "fastify",
      events: [{ introduced: "0" }, { fixed: "99.0.0" }],
    }),
    "npm/GHSA-2.json": makeAdvisory("GHSA-2", {
      name: "no-such-package-here",
      events: [{ introduced: "0" }],
    }),
  });
  const { status, stdout } = spawnSync(process.execPath, [script, folder], { encoding: "utf8" });
  expect(status).toBe(1);
  expect(stdout).toContain(`fastify ${fastify}: GHSA-1, About fastify (fixed in 99.0.0)\n`);
  expect(stdout).toMatch(/^\d+ packages, 2 advisories, the newest of 2026-01-02T00:00:00Z: 1 found$/m);
});

test("the command ends with 0 when nothing is found", () => {
  const folder = exportOf({
    "one.json": makeAdvisory("X-1", { name: "no-such-package-here", versions: ["1.0.0"] }),
  });
  expect(execFileSync(process.execPath, [script, folder], { encoding: "utf8" })).toContain(": 0 found");
});

test("a folder without advisories and a file that is none are refused", () => {
  expect(() => checkAdvisories({ folder: exportOf({}) })).toThrow("contains no advisories");
  expect(() => checkAdvisories({ folder: exportOf({ "a.json": { id: "X" } }) })).toThrow(
    "not an advisory in OSV's format",
  );
});
