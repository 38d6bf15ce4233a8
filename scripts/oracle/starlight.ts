/** `node scripts/oracle/starlight.ts FOLDER`; see scripts/oracle/README.md. */
import { recordInstalled } from "./shared/record-installed.ts";

await recordInstalled("starlight", {
  packageName: "@astrojs/starlight",
  command: ["astro", "build"],
  output: "dist",
  isPage: () => true,
  sourceOf: (path) => (path.endsWith(".html") ? null : path.replace(/\.[\w-]{8,}(?=\.\w+$)/, "")),
});
