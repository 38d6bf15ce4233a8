// Packs everything for machines of this platform that reach no registry: unpack it and run bin/copydesk.
// Usage: node deploy/build-tarball.mjs FOLDER
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { buildFiles } from "./build-files.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [given] = process.argv.slice(2);
if (given === undefined) throw new Error("Usage: node deploy/build-tarball.mjs FOLDER");
const target = resolve(given);
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const name = `copydesk-${version}-${process.platform}-${process.arch}`;

mkdirSync(target, { recursive: true });
const work = mkdtempSync(join(target, ".build-"));
try {
  await buildFiles(join(work, name));
  const file = `${name}.tar.gz`;
  // The same files give the same bytes, whoever packs them and when.
  const stable = ["--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner"];
  const isGnu = spawnSync("tar", ["--version"], { encoding: "utf8" }).stdout?.includes("GNU tar") === true;
  const args = [...(isGnu ? stable : []), "-C", work, "-cf", "-", name];
  const packed = spawnSync("sh", ["-c", 'tar "$@" | gzip -n', "sh", ...args], { maxBuffer: 2 ** 31 - 1 });
  if (packed.status !== 0) throw new Error(`tar failed: ${packed.stderr}`);
  writeFileSync(join(target, file), packed.stdout);
  const sum = createHash("sha256").update(packed.stdout).digest("hex");
  writeFileSync(join(target, `${file}.sha256`), `${sum}  ${file}\n`);
  process.stdout.write(`${join(target, file)}\n`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
