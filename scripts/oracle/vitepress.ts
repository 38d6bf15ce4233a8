/**
 * `node scripts/oracle/vitepress.ts FOLDER [vitepress-2]`: the second fixture is for version 2; see
 * scripts/oracle/README.md.
 */
import { recordInstalled } from "./shared/record-installed.ts";

await recordInstalled(process.argv[3] ?? "vitepress", {
  packageName: "vitepress",
  command: ["vitepress", "build", "."],
  output: ".vitepress/dist",
  basePath: "/boats",
  hidesExtension: true,
  findsFolders: false,
  isPage: (path) => !path.startsWith("docs/parts/"),
  sourceOf: (path) => (path.endsWith(".html") ? null : path.replace(/\.[\w-]{8}(?=\.\w+$)/, "")),
});
