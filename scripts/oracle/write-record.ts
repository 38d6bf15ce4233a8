import { spawnSync } from "node:child_process";
import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { recordPages } from "./record-pages.ts";

interface Recording {
  /** Where the generator puts the site. */
  built: string;
  base: string;
  findsFolders: boolean;
  /** What builds it: a program of the folder's `node_modules/.bin`, and its words. */
  command: [program: string, ...words: string[]];
}

const root = join(import.meta.dirname, "..", "..");

/** Builds the fixture site of that name in the folder that the command line names, and writes its record. */
export async function writeRecord(
  name: string,
  { built, base, findsFolders, command }: Recording,
): Promise<void> {
  const [, , folder] = process.argv;
  if (folder === undefined)
    throw new Error(`usage: scripts/oracle/${name}.ts FOLDER (it has the generator installed)`);
  const site = join(folder, "site");
  await rm(site, { recursive: true, force: true });
  await cp(join(root, "test/fixtures/sites", name), site, { recursive: true });
  const [program, ...words] = command;
  const { status } = spawnSync(join(folder, "node_modules/.bin", program), words, {
    cwd: site,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error(`${program} ended with ${status}`);
  const pages = await recordPages({ folder: join(site, built), base, findsFolders });
  await writeFile(join(root, "test/oracle", `${name}.json`), `${JSON.stringify(pages, null, 2)}\n`);
}
