import { execFile } from "node:child_process";
import { cp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type DeadLinks, fixtureFolder, writeVerdicts } from "./shared/verdict-files.ts";

/**
 * Mintlify builds sites on its own servers alone, but its command line says which links are dead. Writes what
 * it says of the fixtures to `test/oracle/verdicts/`.
 * Usage: node scripts/oracle/mintlify.ts FOLDER (with mint installed)
 */
const run = promisify(execFile);
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("usage: mintlify.ts FOLDER");

const { version } = JSON.parse(await readFile(join(folder, "node_modules/mint/package.json"), "utf8"));
const program = join(folder, "node_modules/.bin/mint");
for (const name of ["mintlify", "mintlify-links"]) {
  const site = join(folder, "site");
  await rm(site, { recursive: true, force: true });
  await cp(fixtureFolder(name), site, { recursive: true });
  const options = ["broken-links", "--check-anchors", "--check-snippets"];
  // It ends with 1 if a link is dead.
  const said = await run(program, options, { cwd: site }).catch((error: { stdout: string }) => error);
  await writeVerdicts(name, { generator: `mint ${version}`, dead: readDead(said.stdout) });
}

/** Reads a page's path in a line of its own, with its dead links below it. */
function readDead(said: string): DeadLinks["dead"] {
  const dead: DeadLinks["dead"] = {};
  let page = "";
  for (const line of said.split("\n").map((one) => one.trim())) {
    const link = /^⎿\s+(.+)$/.exec(line)?.[1];
    if (link !== undefined) dead[page]!.push(link);
    else if (/^\S+\.mdx?$/.test(line)) {
      page = line;
      dead[page] = [];
    }
  }
  return dead;
}
