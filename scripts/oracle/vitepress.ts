/** `node scripts/oracle/vitepress.ts FOLDER`; see scripts/oracle/README.md. */
import { recordInstalled } from "./shared/record-installed.ts";

await recordInstalled("vitepress", {
  packageName: "vitepress",
  command: ["vitepress", "build", "."],
  output: ".vitepress/dist",
  basePath: "/boats",
  hidesExtension: true,
  findsFolders: false,
  isPage: (path) => !path.startsWith("docs/parts/"),
  sourceOf: (path) => (path.endsWith(".html") ? null : path.replace(/\.[\w-]{8}(?=\.\w+$)/, "")),
});
