// Prints a bill of materials in CycloneDX of every package in a running Copydesk, with the exact versions of
// the lock files, for vulnerability scanners; uses no registry. For any Node >= 20. Usage: node
// scripts/list-materials.mjs [--dev]; --dev adds packages that only build and test it
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lockFiles = ["package-lock.json", "dashboard/package-lock.json", "website/package-lock.json"];
const marker = "node_modules/";

const read = (file) => JSON.parse(readFileSync(join(root, file), "utf8"));

export function listMaterials({ dev = false } = {}) {
  const { name, version, description } = read("package.json");
  const components = new Map();
  for (const lock of lockFiles)
    for (const [path, found] of Object.entries(read(lock).packages)) {
      if (!path.includes(marker) || found.link || (found.dev && !dev)) continue;
      const component = toComponent(path.slice(path.lastIndexOf(marker) + marker.length), found);
      const known = components.get(component.purl);
      if (known === undefined || known.scope === "optional") components.set(component.purl, component);
    }
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: { component: { type: "application", "bom-ref": name, name, version, description } },
    components: [...components.values()].sort((one, other) => (one.purl < other.purl ? -1 : 1)),
  };
}

function toComponent(fullName, { version, license, integrity = "", optional }) {
  const [group, name] = fullName.startsWith("@") ? fullName.split("/") : [undefined, fullName];
  const purl = `pkg:npm/${fullName.replace("@", "%40")}@${version}`;
  const [algorithm, sum] = integrity.split(" ")[0].split("-");
  const content = sum === undefined ? null : Buffer.from(sum, "base64").toString("hex");
  return {
    ...{ type: "library", "bom-ref": purl, ...(group && { group }), name, version },
    scope: optional ? "optional" : "required",
    ...(content && { hashes: [{ alg: algorithm.replace("sha", "SHA-"), content }] }),
    ...(license && { licenses: [{ expression: license.replace(/^\((.*)\)$/, "$1") }] }),
    purl,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.stdout.write(
    `${JSON.stringify(listMaterials({ dev: process.argv.includes("--dev") }), null, 2)}\n`,
  );
