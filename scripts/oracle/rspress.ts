/**
 * `node scripts/oracle/rspress.ts FOLDER [rspress-1]`: the second fixture is for version 1; see
 * scripts/oracle/README.md.
 */
import { recordInstalled } from "./shared/record-installed.ts";

const name = process.argv[3] ?? "rspress";

await recordInstalled(name, {
  packageName: name === "rspress" ? "@rspress/core" : "rspress",
  command: ["rspress", "build"],
  output: "doc_build",
  basePath: "/boats",
  hidesExtension: true,
  findsFolders: true,
  isPage: (path) => !/\/(?:parts|drafts)\//.test(path),
  sourceOf: (path) => (path.endsWith(".html") ? null : path.replace(/\.[\w-]{8,10}(?=\.\w+$)/, "")),
});
