import { execFile } from "node:child_process";
import { cp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { copyMarked } from "./shared/copy-marked.ts";
import { readBuiltSite } from "./shared/read-built-site.ts";
import { fixtureFolder, writeVerdicts } from "./shared/verdict-files.ts";

/**
 * Builds the Nextra fixture with the real Nextra and writes what it made of it to `test/oracle/verdicts/`.
 * Usage: node scripts/oracle/nextra.ts FOLDER (it has Nextra, its theme, Next.js and React installed)
 */
const run = promisify(execFile);
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("usage: nextra.ts FOLDER");
const name = "nextra";
const to = join(folder, "site");
const isPage = (path: string) => !path.includes("/_parts/");
const links = await copyMarked({ from: fixtureFolder(name), to, style: "text", isPage });
await run(join(folder, "node_modules/.bin/next"), ["build"], { cwd: to });
const built = join(folder, "built");
await rm(built, { recursive: true, force: true });
await cp(join(to, "out"), built, { recursive: true });
const { version } = JSON.parse(await readFile(join(folder, "node_modules/nextra/package.json"), "utf8"));
const verdicts = await readBuiltSite({
  ...{ folder: built, links, generator: `nextra ${version}`, hidesExtension: true },
  sourceOf: (path) => (path.endsWith(".html") ? null : `public/${path}`),
});
// Next.js shows `a.html` as `/a`.
for (const page of Object.values(verdicts.pages)) page.address = page.address.replace(/\.html$/, "");
await writeVerdicts(name, verdicts);
