import { execFile } from "node:child_process";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

export interface InstalledAgent {
  /** Where it is; the sandbox must show it. */
  folder: string;
  /** Its program, to be run by Node. */
  program: string;
}

const installMs = 300_000;

/**
 * Installs a package of the registry into a folder below the temporary one and keeps it there for the next
 * run. No install script is run.
 */
export async function installAcpAgent(name: string, version: string, entry: string): Promise<InstalledAgent> {
  const cache = join(tmpdir(), `copydesk-acp-agents-${process.getuid?.() ?? 0}`);
  await mkdir(cache, { recursive: true, mode: 0o700 });
  if ((await stat(cache)).uid !== process.getuid?.()) throw new Error(`${cache} belongs to somebody else`);
  const folder = join(cache, `${name.replaceAll(/[@/]/g, "_")}-${version}`);
  const program = join(folder, "node_modules", name, entry);
  const isThere = await stat(program).then(
    () => true,
    () => false,
  );
  if (isThere) return { folder, program };
  const making = `${folder}.making`;
  await rm(making, { recursive: true, force: true });
  await mkdir(making, { mode: 0o755 });
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-save"];
  await promisify(execFile)("npm", ["install", "--prefix", making, ...flags, `${name}@${version}`], {
    timeout: installMs,
  });
  await rm(folder, { recursive: true, force: true });
  await rename(making, folder);
  return { folder, program };
}
