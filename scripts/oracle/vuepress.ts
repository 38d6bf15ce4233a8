/**
 * `node scripts/oracle/vuepress.ts FOLDER [vuepress-1]`: the second fixture is for version 1; see
 * scripts/oracle/README.md.
 */
import { recordInstalled } from "./shared/record-installed.ts";

await recordInstalled(process.argv[3] ?? "vuepress", {
  packageName: "vuepress",
  command: ["vuepress", "build", "docs"],
  output: "docs/.vuepress/dist",
  basePath: "/boats",
  hidesExtension: true,
  findsFolders: true,
  isPage: (path) => !/^docs\/(?:parts|drafts)\//.test(path),
  sourceOf: (path) => (path.endsWith(".html") ? null : path.replace(/[.-][\w-]{8}(?=\.\w+$)/, "")),
});
