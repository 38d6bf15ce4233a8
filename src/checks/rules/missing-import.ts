import { posix } from "node:path";
import type { PageRule } from "../check-input.ts";
import type { Site } from "../model/site.ts";
import { importFolder, modulesOf, plainSource } from "../pages/find-imports.ts";
import type { Finding } from "../types.ts";

const endings = [
  ".js",
  ".jsx",
  ".ts",
  ".tsx",
  ".mjs",
  ".mts",
  ".cjs",
  ".mdx",
  ".md",
  ".json",
  ".css",
  ".vue",
  ".svelte",
  ".astro",
];

/** Every file that a page imports by a path must be in the repository, if it is MDX or a component of Vue. */
export const checkImports: PageRule = async ({ site, pause, pages }) => {
  const findings: Finding[] = [];
  for (const [path, facts] of pages) {
    if (pause.isDue()) await pause.wait();
    // Markdown that the site does not publish is not compiled.
    if (!/x$/i.test(path) && !site.configuration.hasRoute(path)) continue;
    for (const { name, line, column } of modulesOf(site, path, facts)) {
      const wanted = fileOf(site, importFolder(site, { path, facts }), name);
      if (wanted === null || exists(site, wanted) || isWritten(site, wanted)) continue;
      const message = `the imported file ${name} does not exist`;
      findings.push({ rule: "missing-import", path, line, column, message, target: name });
    }
  }
  return findings;
};

/** Null for a package, an alias, or an address that the build tool reads. */
function fileOf({ configuration }: Site, folder: string, source: string): string | null {
  const { generator, docsRoot, importRoots } = configuration;
  const [name = ""] = plainSource(source).split(/[?!]/, 1);
  if (/^\.\.?\//.test(name)) return posix.join(folder, name);
  if (name.startsWith("/") && generator === "mintlify") return posix.join(docsRoot, name).replace(/^\/+/, "");
  // Vite also finds files of the public folder there.
  const project = importRoots["/"];
  if (project !== undefined && name.startsWith("/src/")) return posix.join(project, name.slice(1));
  const isOfSite = generator === "docusaurus" && name.startsWith("@site/");
  return isOfSite ? posix.join(importRoots["@site/"] ?? "", name.slice("@site/".length)) : null;
}

/** Whether a build may write it. */
function isWritten({ isIgnored, filesBefore }: Site, path: string): boolean {
  return ["", ...endings].some((ending) => isIgnored(path + ending) && !filesBefore.has(path + ending));
}

function exists({ files, index }: Site, path: string): boolean {
  if (path.startsWith("../") || files.has(path)) return true;
  // Build tools find the TypeScript source for a name in JavaScript.
  const script = path.replace(/\.([cm]?)js(x?)$/, ".$1ts$2");
  if (script !== path && (files.has(script) || files.has(`${script}x`))) return true;
  if (endings.some((ending) => files.has(path + ending))) return true;
  return index.folders.has(path) && endings.some((ending) => files.has(`${path}/index${ending}`));
}
