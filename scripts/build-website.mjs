// Installs the packages of the documentation site and builds it, if its pages or its lock file have changed.
// Plain JavaScript, for any Node >= 20. Usage: node scripts/build-website.mjs
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { holdLock } from "./hold-lock.mjs";
import { packagedBuild } from "./packaged-build.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

export const website = packagedBuild({
  name: "website",
  title: "the documentation site",
  sources: [
    ...["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"],
    ...[
      "docs",
      "sdk/README.md",
      "bench/README.md",
      "website/.vitepress/config.ts",
      "website/.vitepress/theme",
    ],
    "dashboard/public/favicon.svg",
    ...["adapt-pages", "code-theme", "finds-vue", "page-address", "read-sidebar"].map(
      (name) => `website/${name}.ts`,
    ),
  ],
  args: (folder, target) => [
    join(folder, "node_modules/vitepress/bin/vitepress.js"),
    ...["build", folder, "--outDir", target, "--logLevel", "warn"],
  ],
});

/** Several processes may call this at once. `node` is the program that builds. */
export function buildWebsite(node) {
  return holdLock(join(root, "website/.build-lock"), async () => {
    if (website.isBuilt()) return;
    if (!website.isInstalled()) await website.install();
    await website.build(node);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildWebsite(process.execPath).catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
