// Installs the dashboard's build tools and builds it, if its sources or its lock file have changed. Plain
// JavaScript, for any Node >= 20.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, "dashboard");
const built = join(folder, "dist");
const modules = join(folder, "node_modules");
const installStamp = join(modules, ".copydesk-setup.json");
const buildStamp = join(built, ".copydesk-build.json");

// The dashboard also bundles some files of the client and of the service.
const sources = [
  ...["dashboard/src", "dashboard/build", "dashboard/public", "sdk/src", "src/diff", "src/text"],
  ...["dashboard/index.html", "dashboard/vite.config.ts", "dashboard/package-lock.json"],
];

export function isDashboardInstalled() {
  return readStamp(installStamp)?.lock === hashOf(["dashboard/package-lock.json"]);
}

export function isDashboardBuilt() {
  return existsSync(join(built, "index.html")) && readStamp(buildStamp)?.sources === hashOf(sources);
}

/** Installs the dashboard's packages; throws after npm has printed its own message. */
export async function installDashboard() {
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts"];
  await run(
    "npm",
    args,
    { cwd: folder, shell: process.platform === "win32" },
    "npm could not install the dashboard's packages",
  );
  writeFileSync(installStamp, JSON.stringify({ lock: hashOf(["dashboard/package-lock.json"]) }));
}

/** Builds next to the files being served, then replaces them, so that nobody is served half a build. */
export async function buildDashboard(node) {
  const stamp = JSON.stringify({ sources: hashOf(sources) });
  const fresh = join(folder, "dist.new");
  const old = join(folder, "dist.old");
  const vite = join(modules, "vite/bin/vite.js");
  const args = [
    vite,
    "build",
    folder,
    "--configLoader",
    "native",
    "--outDir",
    "dist.new",
    "--emptyOutDir",
    "--logLevel",
    "warn",
  ];
  await run(node, args, { cwd: folder }, "the dashboard could not be built");
  rmSync(old, { recursive: true, force: true });
  if (existsSync(built)) renameSync(built, old);
  renameSync(fresh, built);
  writeFileSync(buildStamp, stamp);
  rmSync(old, { recursive: true, force: true });
}

function readStamp(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

function hashOf(paths) {
  const hash = createHash("sha256");
  for (const file of paths.flatMap((path) => listFiles(join(root, path)))) {
    hash.update(`${relative(root, file)}\0`);
    hash.update(readFileSync(file));
    hash.update("\0");
  }
  return hash.digest("hex");
}

function listFiles(path) {
  try {
    const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    return entries.flatMap((entry) => {
      const child = join(path, entry.name);
      return entry.isDirectory() ? listFiles(child) : [child];
    });
  } catch (error) {
    if (error.code === "ENOTDIR") return [path];
    if (error.code === "ENOENT") return [];
    throw error;
  }
}

/** Prints to standard error, as the output of a command may be piped. */
async function run(command, args, options, problem) {
  const child = spawn(command, args, { ...options, stdio: ["ignore", 2, 2] });
  const code = await new Promise((resolve, reject) => {
    child.once("error", (error) => reject(new Error(`${problem}: ${error.message}`)));
    child.once("exit", resolve);
  });
  if (code !== 0) throw new Error(`${problem}; the message is above.`);
}
