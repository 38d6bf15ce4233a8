import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { copyMarked } from "./shared/copy-marked.ts";
import { readBuiltSite } from "./shared/read-built-site.ts";
import { fixtureFolder, writeVerdicts } from "./shared/verdict-files.ts";

/**
 * Builds the Jekyll fixture with the real Jekyll and writes the result to `test/oracle/verdicts/`. Usage:
 * node scripts/oracle/jekyll.ts JEKYLL SCRATCH_FOLDER
 */
const run = promisify(execFile);
const [jekyll, scratch] = process.argv.slice(2);
if (jekyll === undefined || scratch === undefined) throw new Error("usage: jekyll.ts JEKYLL SCRATCH_FOLDER");
const name = "jekyll";
const to = join(scratch, name);
const links = await copyMarked({
  from: fixtureFolder(name),
  to,
  isPage: (path) => !path.startsWith("_includes/"),
});
const folder = join(scratch, `${name}-built`);
// The Gemfile names packages that are installed elsewhere.
const env = { ...process.env, JEKYLL_NO_BUNDLER_REQUIRE: "true" };
await run(jekyll, ["build", "--source", to, "--destination", folder, "--quiet"], { env });
const generator = (await run(jekyll, ["--version"])).stdout.trim();
await writeVerdicts(
  name,
  await readBuiltSite({
    ...{ folder, links, generator, basePath: "/kilns", hidesExtension: true },
    sourceOf: (path) => (path.endsWith(".html") ? null : path),
  }),
);
