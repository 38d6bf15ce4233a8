/** `node scripts/oracle/nextra.ts FOLDER`; see scripts/oracle/README.md. */
import { recordInstalled } from "./shared/record-installed.ts";

await recordInstalled("nextra", {
  packageName: "nextra",
  command: ["next", "build"],
  output: "out",
  hidesExtension: true,
  // Nextra drops titles.
  style: "text",
  isPage: (path) => !path.includes("/_parts/"),
  sourceOf: (path) => (path.endsWith(".html") ? null : `public/${path}`),
});
