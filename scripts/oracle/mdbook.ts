import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { copyMarked } from "./shared/copy-marked.ts";
import { readBuiltSite } from "./shared/read-built-site.ts";
import { fixtureFolder, writeVerdicts } from "./shared/verdict-files.ts";

/**
 * Builds the mdBook fixture with the real mdBook and writes the result to `test/oracle/verdicts/`. Usage:
 * node scripts/oracle/mdbook.ts MDBOOK SCRATCH_FOLDER
 */
const run = promisify(execFile);
const [mdbook, scratch] = process.argv.slice(2);
if (mdbook === undefined || scratch === undefined) throw new Error("usage: mdbook.ts MDBOOK SCRATCH_FOLDER");
const name = "mdbook";
const to = join(scratch, name);
const isPage = (path: string) => path.startsWith("src/") && !/SUMMARY|\/parts\//.test(path);
const links = await copyMarked({ from: fixtureFolder(name), to, isPage });
const folder = join(scratch, `${name}-built`);
await run(mdbook, ["build", to, "--dest-dir", folder]);
const generator = (await run(mdbook, ["--version"])).stdout.trim();
await writeVerdicts(
  name,
  await readBuiltSite({
    ...{ folder, links, generator },
    sourceOf: (path) => (path.endsWith(".html") ? null : `src/${path}`),
  }),
);
