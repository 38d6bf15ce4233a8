import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { copyMarked } from "./shared/copy-marked.ts";
import { readBuiltSite } from "./shared/read-built-site.ts";
import { fixtureFolder, writeVerdicts } from "./shared/verdict-files.ts";

/**
 * Builds the Hugo fixtures with the real Hugo and writes the results to `test/oracle/verdicts/`. Usage: node
 * scripts/oracle/hugo.ts HUGO SCRATCH_FOLDER
 */
const run = promisify(execFile);
const [hugo, scratch] = process.argv.slice(2);
if (hugo === undefined || scratch === undefined) throw new Error("usage: hugo.ts HUGO SCRATCH_FOLDER");
const fixtures = [
  { name: "hugo", basePath: "", origin: "https://kites.example.com" },
  { name: "hugo-languages", basePath: "/help", origin: "https://boats.example.com" },
  { name: "hugo-hooks", basePath: "", origin: "https://looms.example.com", below: "docs" },
];

const generator = /v[\d.]+/.exec((await run(hugo, ["version"])).stdout)?.[0];
for (const { name, basePath, origin, below = "" } of fixtures) {
  const to = join(scratch, name);
  const isPage = (path: string) => /^(?:docs\/)?(?:content|manual)\//.test(path);
  const links = await copyMarked({ from: fixtureFolder(name), to, isPage });
  const folder = join(scratch, `${name}-built`);
  // References that lead nowhere end the build unless they are warnings.
  const args = ["--source", join(to, below), "--destination", folder, "--cleanDestinationDir", "--quiet"];
  await run(hugo, args, { env: { ...process.env, HUGO_REFLINKSERRORLEVEL: "WARNING" } });
  await writeVerdicts(
    name,
    await readBuiltSite({
      ...{ folder, links, generator: `hugo ${generator}`, basePath, origin },
      sourceOf: (path) => (path.endsWith(".html") ? null : `static/${path}`),
    }),
  );
}
