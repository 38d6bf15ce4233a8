import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { copyMarked } from "./shared/copy-marked.ts";
import { readBuiltSite } from "./shared/read-built-site.ts";
import { fixtureFolder, writeVerdicts } from "./shared/verdict-files.ts";

/**
 * Builds the GitBook fixtures with HonKit, the successor of GitBook's open-source generator, and writes the
 * results to `test/oracle/verdicts/`. Usage: node scripts/oracle/gitbook.ts FOLDER (with HonKit installed)
 */
const run = promisify(execFile);
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("usage: gitbook.ts FOLDER");
const fixtures = [
  { name: "gitbook", root: "docs/" },
  { name: "gitbook-languages", root: "" },
];

const { version } = JSON.parse(await readFile(join(folder, "node_modules/honkit/package.json"), "utf8"));
for (const { name, root } of fixtures) {
  const to = join(folder, "site");
  const isPage = (path: string) => !/SUMMARY|LANGS/.test(path);
  const links = await copyMarked({ from: fixtureFolder(name), to, isPage });
  const built = join(folder, "built");
  await rm(built, { recursive: true, force: true });
  await run(join(folder, "node_modules/.bin/honkit"), ["build", to, built]);
  await writeVerdicts(
    name,
    await readBuiltSite({
      ...{ folder: built, links, generator: `honkit ${version}` },
      sourceOf: (path) => (path.endsWith(".html") ? null : `${root}${path}`),
    }),
  );
}
