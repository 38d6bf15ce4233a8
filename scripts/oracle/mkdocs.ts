import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { copyMarked } from "./shared/copy-marked.ts";
import { readBuiltSite } from "./shared/read-built-site.ts";
import { fixtureFolder, writeVerdicts } from "./shared/verdict-files.ts";

/**
 * Builds the MkDocs fixtures with the real MkDocs and writes the results to `test/oracle/verdicts/`. Usage:
 * node scripts/oracle/mkdocs.ts PYTHON_ENVIRONMENT SCRATCH_FOLDER
 */
const run = promisify(execFile);
const [environment, scratch] = process.argv.slice(2);
if (environment === undefined || scratch === undefined)
  throw new Error("usage: mkdocs.ts PYTHON_ENVIRONMENT SCRATCH");
const fixtures = [
  { name: "mkdocs-plugins", basePath: "/manual" },
  { name: "mkdocs-files", basePath: "" },
  { name: "mkdocs-languages", basePath: "" },
  { name: "mkdocs-folders", basePath: "" },
];

const python = join(environment, "bin/python");
const { stdout } = await run(python, ["-m", "mkdocs", "--version"]);
const generator = `mkdocs ${/version ([\d.]+)/.exec(stdout)?.[1]}`;
for (const { name, basePath } of fixtures) {
  const to = join(scratch, name);
  const links = await copyMarked({
    from: fixtureFolder(name),
    to,
    isPage: (path) => path.startsWith("docs/"),
  });
  const folder = join(scratch, `${name}-built`);
  await run(python, ["-m", "mkdocs", "build", "-q", "-f", join(to, "mkdocs.yml"), "-d", folder], { cwd: to });
  const verdicts = await readBuiltSite({
    ...{ folder, links, generator, basePath },
    sourceOf: (path) => (path.endsWith(".html") ? null : `docs/${path}`),
  });
  await writeVerdicts(name, verdicts);
}
