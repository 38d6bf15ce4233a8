import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { copyMarked } from "./copy-marked.ts";
import type { MarkStyle } from "./mark-sources.ts";
import { type BuiltSite, readBuiltSite } from "./read-built-site.ts";
import { fixtureFolder, writeVerdicts } from "./verdict-files.ts";

interface Recording extends Pick<BuiltSite, "basePath" | "findsFolders" | "hidesExtension" | "sourceOf"> {
  /** Name of the generator's npm package. */
  packageName: string;
  /** Build command: a program of the folder's `node_modules/.bin`, with its arguments. */
  command: [program: string, ...words: string[]];
  /** Folder of the generated site. */
  output: string;
  style?: MarkStyle;
  isPage(path: string): boolean;
}

/**
 * Builds the fixture site of that name in the folder given on the command line, which has the generator
 * installed, and writes the results to `test/oracle/verdicts/`.
 */
export async function recordInstalled(
  name: string,
  { packageName, command: [program, ...words], output, style = "title", isPage, ...site }: Recording,
): Promise<void> {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error(`usage: ${name}.ts FOLDER (it has ${packageName} installed)`);
  const to = join(folder, "site");
  const links = await copyMarked({ from: fixtureFolder(name), to, style, isPage });
  const bin = join(folder, "node_modules/.bin", program);
  const { status } = spawnSync(process.execPath, [bin, ...words], { cwd: to, stdio: "inherit" });
  if (status !== 0) throw new Error(`${program} ended with ${status}`);
  const installed = await readFile(join(folder, "node_modules", packageName, "package.json"), "utf8");
  const generator = `${packageName} ${JSON.parse(installed).version}`;
  const verdicts = await readBuiltSite({ ...site, folder: join(to, output), links, generator });
  if (site.hidesExtension === true)
    for (const page of Object.values(verdicts.pages)) page.address = page.address.replace(/\.html$/, "");
  await writeVerdicts(name, verdicts);
}
