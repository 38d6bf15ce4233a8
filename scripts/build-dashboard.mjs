// The dashboard's packages and its build. Plain JavaScript, for any Node >= 20.
import { join } from "node:path";
import { packagedBuild } from "./packaged-build.mjs";

export const dashboard = packagedBuild({
  name: "dashboard",
  title: "the dashboard",
  // It also bundles some files of the client and of the service.
  sources: [
    ...["dashboard/src", "dashboard/build", "dashboard/public", "sdk/src", "src/diff", "src/text"],
    ...["dashboard/index.html", "dashboard/vite.config.ts"],
  ],
  args: (folder, target) => [
    join(folder, "node_modules/vite/bin/vite.js"),
    ...[
      "build",
      folder,
      "--configLoader",
      "native",
      "--outDir",
      target,
      "--emptyOutDir",
      "--logLevel",
      "warn",
    ],
  ],
});
