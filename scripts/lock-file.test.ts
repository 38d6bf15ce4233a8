import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

interface LockedPackage {
  resolved?: string;
  integrity?: string;
  dependencies?: Record<string, string>;
  dev?: boolean;
  peerDependencies?: Record<string, string>;
}

const root = join(import.meta.dirname, "..");
const locks = [
  "package-lock.json",
  "dashboard/package-lock.json",
  "website/package-lock.json",
  "test/generated-clients/package-lock.json",
];

function readPackages(file: string): [string, LockedPackage][] {
  const lock = JSON.parse(readFileSync(join(root, file), "utf8")) as {
    packages: Record<string, LockedPackage>;
  };
  return Object.entries(lock.packages);
}

// better-auth names the test runner as an optional peer. npm would take that as a request and install the
// runner with all its dependencies for everybody who only runs Copydesk: `npm install` writes the peer back,
// and it must be removed again.
test("a set-up without development tools installs no test runner", () => {
  const packages = readPackages("package-lock.json");
  const askers = packages.filter(([name, { peerDependencies }]) => name !== "" && peerDependencies?.vitest);
  expect(askers.filter(([, { dev }]) => dev !== true).map(([name]) => name)).toEqual([]);
  for (const [name, { dev }] of packages)
    if (/^node_modules\/(@vitest\/|vitest$|vite$)/.test(name)) expect([name, dev]).toEqual([name, true]);
});

test.for(locks)("%s names no registry, and has a checksum of every package", (file) => {
  const packages = readPackages(file).filter(([name]) => name !== "");
  expect(packages.length).toBeGreaterThan(50);
  expect(packages.filter(([, { resolved }]) => resolved).map(([name]) => name)).toEqual([]);
  // npm writes an entry without one if the registry lacks this version for a platform: then choose a version
  // that exists for all.
  expect(packages.filter(([, { integrity }]) => !integrity).map(([name]) => name)).toEqual([]);
});

test.for([
  ["dashboard", 10],
  ["website", 1],
] as const)("the packages of %s have exact versions", ([folder, count]) => {
  const root = readPackages(`${folder}/package-lock.json`).find(([name]) => name === "");
  const asked = Object.values(root?.[1].dependencies ?? {});
  expect(asked.length).toBeGreaterThanOrEqual(count);
  expect(asked.filter((version) => !/^\d+\.\d+\.\d+(?:-alpha\.\d+)?$/.test(version))).toEqual([]);
});
