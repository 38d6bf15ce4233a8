// A folder with packages of its own whose build the service serves: what it is built from, its installation,
// its build. Plain JavaScript, for any Node >= 20.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * `sources` are paths in the repository, next to the lock file; `args` returns the arguments with which Node
 * builds into a folder.
 */
export function packagedBuild({ name, title, sources, args }) {
  const folder = join(root, name);
  const built = join(folder, "dist");
  const installStamp = join(folder, "node_modules/.copydesk-setup.json");
  const buildStamp = join(built, ".copydesk-build.json");
  const lock = [`${name}/package-lock.json`];
  const all = [...sources, ...lock];
  return {
    isInstalled: () => readStamp(installStamp)?.lock === hashOf(lock),
    isBuilt: () => existsSync(join(built, "index.html")) && readStamp(buildStamp)?.sources === hashOf(all),
    /** Installs the packages; throws after npm has printed its own message. */
    async install() {
      const flags = ["ci", "--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts"];
      const options = { cwd: folder, shell: process.platform === "win32" };
      await run("npm", flags, options, `npm could not install the packages of ${title}`);
      writeFileSync(installStamp, JSON.stringify({ lock: hashOf(lock) }));
    },
    /** Builds next to the files being served, then replaces them, so that nobody is served half a build. */
    async build(node) {
      const stamp = JSON.stringify({ sources: hashOf(all) });
      const fresh = join(folder, "dist.new");
      const old = join(folder, "dist.old");
      await run(node, args(folder, fresh), { cwd: folder }, `${title} could not be built`);
      rmSync(old, { recursive: true, force: true });
      if (existsSync(built)) renameSync(built, old);
      renameSync(fresh, built);
      writeFileSync(buildStamp, stamp);
      rmSync(old, { recursive: true, force: true });
    },
  };
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
