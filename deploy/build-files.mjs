// Makes a folder that runs Copydesk without a registry: sources, built pages, the packages that a service
// needs with their own Node, and a bill of materials. The image and the tarball are made of it. For any Node
// >= 20 and npm. Usage: node deploy/build-files.mjs FOLDER
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { dashboard } from "../scripts/build-dashboard.mjs";
import { buildWebsite } from "../scripts/build-website.mjs";
import { listMaterials } from "../scripts/list-materials.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const parts = [
  ...["package.json", "package-lock.json", "LICENSE", "THIRD_PARTY_LICENSES.md", "README.md", "CHANGELOG.md"],
  ...["docs", "migrations", "src", "sdk/dist", "sdk/package.json", "sdk/README.md"],
  ...["scripts/start-main.mjs", "deploy/check-health.mjs", "deploy/systemd", "deploy/observability"],
];

const launcher = `#!/bin/sh
# The command copydesk with the Node that it came with.
here=$(CDPATH= cd -- "$(dirname -- "$(readlink -f -- "$0")")/.." && pwd)
exec "$here/node_modules/.bin/node" "$here/scripts/start-main.mjs" "$@"
`;

export async function buildFiles(folder) {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`);
  mkdirSync(folder, { recursive: true });
  for (const part of parts) {
    if (!existsSync(join(root, part))) continue;
    cpSync(join(root, part), join(folder, part), { recursive: true, filter: isWanted });
  }
  installPackages(folder);
  await addPages(folder);
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin/copydesk"), launcher);
  chmodSync(join(folder, "bin/copydesk"), 0o755);
  writeFileSync(join(folder, "sbom.cdx.json"), `${JSON.stringify(listMaterials(), null, 2)}\n`);
}

function isWanted(path) {
  const name = basename(path);
  return !name.endsWith(".test.ts") && name !== "node_modules" && name !== "__snapshots__";
}

/** Exactly those of the lock; none of them runs a script while it is installed. */
function installPackages(folder) {
  run(
    "npm",
    [
      "ci",
      "--omit=dev",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--prefer-offline",
      "--loglevel=error",
    ],
    folder,
  );
  for (const name of [".cache", ".package-lock.json"])
    rmSync(join(folder, "node_modules", name), { recursive: true, force: true });
}

async function addPages(folder) {
  const node = join(folder, "node_modules/.bin/node");
  if (!dashboard.isBuilt()) {
    if (!dashboard.isInstalled()) await dashboard.install();
    await dashboard.build(node);
  }
  await buildWebsite(node);
  for (const built of ["dashboard/dist", "website/dist"])
    cpSync(join(root, built), join(folder, built), { recursive: true });
}

function run(command, args, cwd) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${stderr}`);
  return stdout;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error("Usage: node deploy/build-files.mjs FOLDER");
  await buildFiles(resolve(folder));
}
