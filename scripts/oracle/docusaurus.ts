/** `node scripts/oracle/docusaurus.ts FOLDER`; see scripts/oracle/README.md. */
import { recordInstalled } from "./shared/record-installed.ts";

await recordInstalled("docusaurus", {
  packageName: "@docusaurus/core",
  command: ["docusaurus", "build"],
  output: "build",
  basePath: "/boats",
  isPage: (path) => !path.endsWith("/_part.mdx"),
  sourceOf: (path) => (path.endsWith(".html") ? null : path.replace(/-[0-9a-f]{32}(?=\.\w+$)/, "")),
});
