import { randomBytes } from "node:crypto";
import { access, chmod, cp, mkdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import type { PostgresPackage } from "./find-package.ts";

/**
 * Copies the server below `base`, once per version, so that it survives a reinstall of the dependencies and can be read by
 * the server's user. Makes the library links that the package's install script would make. Answers the folder.
 */
export async function prepareBinaries(source: PostgresPackage, base: string): Promise<string> {
  const target = join(base, `bin-${source.version}`);
  if (await exists(target)) return target;
  const draft = `${target}.${randomBytes(4).toString("hex")}`;
  await cp(source.native, draft, { recursive: true, verbatimSymlinks: true });
  await linkLibraries(draft);
  for (const program of ["initdb", "pg_ctl", "postgres"]) await chmod(join(draft, "bin", program), 0o755);
  // The other one's copy is as good as ours when two arrive at the same time.
  await rename(draft, target).catch(() => rm(draft, { recursive: true, force: true }));
  return target;
}

async function linkLibraries(native: string): Promise<void> {
  const links = JSON.parse(await readFile(join(native, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const link of links) {
    const path = join(native, relative("native", link.target));
    const source = join(native, relative("native", link.source));
    await mkdir(dirname(path), { recursive: true });
    await symlink(relative(dirname(path), source) || basename(source), path).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== "EEXIST") throw error;
      },
    );
  }
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
