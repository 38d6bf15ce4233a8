import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { scanMyst } from "../../src/markdown/scan-myst.ts";
import { scanPage } from "../../src/markdown/scan-page.ts";
import { copyMarked } from "./shared/copy-marked.ts";
import type { MarkedLink } from "./shared/mark-sources.ts";
import { readBuiltSite } from "./shared/read-built-site.ts";
import { fixtureFolder, writeVerdicts } from "./shared/verdict-files.ts";

/**
 * Builds the Sphinx fixture with the real Sphinx and MyST and writes the result to `test/oracle/verdicts/`.
 * Usage: node scripts/oracle/sphinx.ts PYTHON_ENVIRONMENT SCRATCH_FOLDER
 */
const run = promisify(execFile);
const [environment, scratch] = process.argv.slice(2);
if (environment === undefined || scratch === undefined)
  throw new Error("usage: sphinx.ts PYTHON_ENVIRONMENT SCRATCH");
const name = "sphinx";
const to = join(scratch, name);
const isPage = (path: string) => !path.includes("parts/");
const links = await copyMarked({ from: fixtureFolder(name), to, style: "text", isPage });
for (const path of new Set(links.map((link) => link.path))) await markRoles(path, links);
const folder = join(scratch, `${name}-built`);
const python = join(environment, "bin/python");
await run(python, ["-m", "sphinx", "-q", "-E", "-b", "html", join(to, "source"), folder]);
const { stdout } = await run(python, [
  "-c",
  "import sphinx, myst_parser; print('sphinx', sphinx.__version__, 'myst-parser', myst_parser.__version__)",
]);
const verdicts = await readBuiltSite({
  ...{ folder, links, generator: stdout.trim() },
  sourceOf: (path) =>
    path.endsWith(".html")
      ? null
      : `source/${path.replace(/^_images/, "img").replace(/^_downloads\/\w+/, "_static")}`,
});
for (const [path, page] of Object.entries(verdicts.pages)) {
  // An id of the theme.
  page.headingIds = page.headingIds.filter((id) => id !== "searchlabel");
  // Targets that were not found become anchors of the page itself.
  for (const link of page.links)
    if (link.leads === path && link.anchor === false && !link.target.startsWith("#")) {
      link.leads = null;
      delete link.anchor;
    }
}
await writeVerdicts(name, verdicts);

/** Puts the marks on titles of roles and of entries in tables of contents. */
async function markRoles(path: string, marked: MarkedLink[]): Promise<void> {
  const file = join(to, path);
  let text = await readFile(file, "utf8");
  const { links: found } = scanMyst(text, scanPage(text, { mdx: false }));
  for (const { kind, start, end, line, target } of found.reverse()) {
    if (kind === "image") continue;
    const number = marked.push({ path, line, target }) - 1;
    const isTitled = text[start - 1] === "<";
    const from = isTitled ? Math.max(text.lastIndexOf("`", start), text.lastIndexOf("\n", start)) + 1 : start;
    const rest = text.slice(isTitled ? end + 1 : end);
    text = `${text.slice(0, from)}Title cdk${number} <${target}>${rest}`;
  }
  await writeFile(file, text);
}
