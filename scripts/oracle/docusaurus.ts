/** `node scripts/oracle/docusaurus.ts FOLDER [docusaurus-languages]`; see scripts/oracle/README.md. */
import { recordInstalled } from "./shared/record-installed.ts";

await recordInstalled(process.argv[3] ?? "docusaurus", {
  packageName: "@docusaurus/core",
  command: ["docusaurus", "build"],
  output: "build",
  basePath: "/boats",
  isPage: (path) => !path.endsWith("/_part.mdx"),
  sourceOf: (path) => (path.endsWith(".html") ? null : path.replace(/-[0-9a-f]{32}(?=\.\w+$)/, "")),
});
