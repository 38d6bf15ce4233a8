// Runs on any Node >= 20: installs the pinned dependencies (including the pinned Node) and builds the
// dashboard if they are missing or out of date, then hands over to the pinned Node, or continues if this is
// it. Usage: node scripts/bootstrap.mjs [SCRIPT [ARG ...]]
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { dashboard } from "./build-dashboard.mjs";
import { website } from "./build-website.mjs";
import { holdLock } from "./hold-lock.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, "node_modules");
/** What the user has started comes first. */
const websiteDelayMs = 15_000;
const stampFile = join(modules, ".copydesk-setup.json");

const [script, ...args] = process.argv.slice(2);
// Only developers' commands need test and lint tools; a new user's first run installs without them.
const needsDev =
  script === undefined ||
  (script.startsWith("scripts/") && script !== "scripts/build-website.mjs") ||
  script.startsWith("bench/");

// Only commands that serve pages, and scripts that check or open them.
const command = args.find((arg) => !arg.startsWith("-"));
const servesPages = script === "src/main.ts" && ["serve", "demo"].includes(command);
const needsDashboard =
  script === undefined || ["scripts/check.ts", "scripts/test.ts"].includes(script) || servesPages;

try {
  await ensureSetUp();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
if (script === undefined) {
  linkCommand();
  showCommand();
  process.exit(0);
}
const isCommand = script === "src/main.ts";
if (servesPages) setTimeout(buildWebsiteMeanwhile, websiteDelayMs).unref();
const started = join(root, isCommand ? "scripts/start-main.mjs" : script);
const environment = {
  ...process.env,
  PATH: `${join(modules, ".bin")}${process.platform === "win32" ? ";" : ":"}${process.env.PATH}`,
};
if (isCommand && realpathSync(pinnedNode()) === realpathSync(process.execPath)) {
  process.env.PATH = environment.PATH;
  process.argv = [process.execPath, started, ...args];
  await import(pathToFileURL(started).href);
} else {
  const child = spawn(pinnedNode(), [started, ...args], { stdio: "inherit", env: environment });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => fail(`Could not start Node: ${error.message}`));
  child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 143)));
}

async function ensureSetUp() {
  if (isSetUp()) return;
  await holdLock(join(root, ".setup-lock"), async () => {
    if (!isSetUp()) await setUp();
  });
}

function isSetUp() {
  return (
    isCurrent() &&
    (!needsDashboard || dashboard.isBuilt()) &&
    (!needsDev || !needsDashboard || dashboard.isInstalled())
  );
}

function isCurrent() {
  try {
    const stamp = JSON.parse(readFileSync(stampFile, "utf8"));
    return stamp.lock === lockHash() && (stamp.dev || !needsDev);
  } catch {
    return false;
  }
}

function lockHash() {
  return createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
}

async function setUp() {
  const startedAt = Date.now();
  const isFirst = !isCurrent();
  if (isFirst) process.stderr.write("Setting up Copydesk (once; about half a minute) ...\n");
  // In parallel, as most of an installation is waiting.
  const [, pages] = await Promise.all([
    isFirst ? install() : undefined,
    needsDashboard && !dashboard.isInstalled() ? dashboard.install().catch((error) => error) : undefined,
  ]);
  if (needsDashboard) await setUpDashboard(pages);
  process.stderr.write(`Set up in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.\n`);
}

/** A service can run without its pages; a check or a test cannot. */
async function setUpDashboard(problem) {
  try {
    if (problem !== undefined) throw problem;
    if (!dashboard.isBuilt()) await dashboard.build(pinnedNode());
  } catch (error) {
    const message = `The dashboard is missing: ${error.message}`;
    if (script !== "src/main.ts") throw new Error(message);
    process.stderr.write(`${message} Everything else works. Try again with: npm run setup\n`);
  }
}

async function install() {
  const npmArgs = ["ci", "--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts"];
  if (!needsDev) npmArgs.push("--omit=dev");
  const npm = spawn("npm", npmArgs, {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  const status = await new Promise((resolve, reject) => {
    npm.once("error", (error) => reject(new Error(`npm could not be started: ${error.message}`)));
    npm.once("exit", resolve);
  });
  if (status !== 0) throw new Error("npm could not install the dependencies; its message is above.");
  linkCommand();
  writeFileSync(stampFile, JSON.stringify({ lock: lockHash(), dev: needsDev }));
}

/** Links `copydesk` next to the commands of the dependencies, as npm does only for other packages. */
function linkCommand() {
  const link = join(modules, ".bin/copydesk");
  try {
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) return;
    symlinkSync("../../scripts/copydesk.mjs", link);
  } catch (error) {
    // On a system without symbolic links, `npm run copydesk` still works.
    process.stderr.write(`The command copydesk could not be linked: ${error.message}\n`);
  }
}

/** Builds the documentation while the service runs, with what time of the processor is left. */
function buildWebsiteMeanwhile() {
  if (website.isBuilt()) return;
  const builder = spawn(pinnedNode(), [join(root, "scripts/build-website.mjs")], {
    stdio: "ignore",
    // A group of its own, which ends with this process.
    detached: true,
  });
  process.on("exit", () => endGroup(builder));
  builder.on("spawn", () => setPriority(builder.pid, constants.priority.PRIORITY_LOW));
  builder.on("error", () => {});
  builder.on("exit", (code) => {
    if (code === 0) return;
    process.stderr.write("The documentation site is not built; to see why, run: npm run docs\n");
  });
  builder.unref();
}

function endGroup({ pid }) {
  try {
    process.kill(-pid);
  } catch {
    // It has ended.
  }
}

function showCommand() {
  const folder = join(modules, ".bin");
  const isOnPath = (process.env.PATH ?? "").split(":").includes(folder) && !process.env.npm_lifecycle_event;
  if (isOnPath) return;
  process.stdout.write(`The command copydesk is in ${folder}. To call it from any folder:\n\n`);
  process.stdout.write(`  export PATH="$PATH:${folder}"\n`);
}

/**
 * Returns the Node that package.json pins, or this one if it is new enough and the platform has no pinned
 * one.
 */
function pinnedNode() {
  const platform = `${process.platform}-${process.arch}`;
  // npm 9 installs the package without linking its program in `.bin`.
  const pinned = [
    join(modules, ".bin/node"),
    join(modules, `node-${platform}/bin/node`),
    join(modules, `node-bin-${platform}/bin/node`),
  ].find((path) => existsSync(path));
  if (pinned !== undefined) return pinned;
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  return fail(`Copydesk needs Node 22.18 or newer here; this is ${process.versions.node}.`);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
