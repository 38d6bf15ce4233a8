import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { listSdkOperations } from "../../scripts/generate-sdk-types.ts";
import { allTools } from "../../src/agent/tools/all-tools.ts";
import { hostModules } from "../../src/code-hosts/host-modules.ts";
import { errorCatalogue } from "../../src/errors.ts";
import { ruleIds } from "../../src/schemas/check-rules.ts";
import { providerNames, providers } from "../../src/schemas/providers.ts";
import { operations } from "../../src/server/routes/openapi.ts";
import { root } from "./read-page.ts";

/** What stands where: a file, or all files of a folder together; null: that it is there is enough. */
type Place = [place: string, text: string | RegExp | null];

const read = (path: string) => readFile(join(root, path), "utf8");

async function readAll(path: string): Promise<string> {
  if (!path.endsWith("/")) return await read(path);
  const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return (await Promise.all(files.map((file) => readFile(file, "utf8")))).join("\n");
}

/** The members of a union of text literals, one a line. */
async function literalsOf(path: string, pattern: RegExp): Promise<string[]> {
  return [...(await read(path)).matchAll(pattern)].map(([, name]) => name!);
}

const folderOf: Record<string, string> = { forgejo: "gitea" };
const guideOf: Record<string, string> = { forgejo: "gitea", "bitbucket-data-center": "bitbucket" };
const sceneOf: Record<string, string> = { forgejo: "gitea", "azure-devops": "azure" };

const ofSdk = new Set(listSdkOperations().map(({ operation }) => operation.operationId));

/** As pages name it: whole, or without what stands before the operation's own part. */
function describedPath(path: string): RegExp {
  const short = path.replaceAll(/\/v2\/\w+\/\{\w+\}|\/\{\w+\}/g, "").replace("/job/", "/") || "/job";
  return new RegExp([path, short].map((text) => text.replace(/[{}.]/g, "\\$&")).join("|"));
}

/** Each recipe as it was followed for everything that is there today. */
const recipes: Record<string, () => Promise<Place[]> | Place[]> = {
  "Add an error code": () =>
    Object.keys(errorCatalogue).flatMap((code): Place[] => [
      ["src/errors.ts", `  ${code}: {`],
      ["src/server/errors/error-statuses.ts", code],
      ["docs/errors.md", `\`${code}\``],
    ]),
  "Add a route": () => [
    ["docs/api.md", "/v2/agent/"],
    ["src/jobs/", null],
    ["src/store/", null],
    ["scripts/build-sdk.ts", null],
    ["scripts/generate-sdk-types.ts", null],
    ["sdk/dist", null],
    ...operations.flatMap(({ id, path }): Place[] => [
      ["src/server/routes/", `id: "${id}"`],
      ...(id === "getOpenapi" ? [] : ([["src/server/routes/all-routes.ts", "Operation"]] as Place[])),
      ["docs/", describedPath(path)],
      ...(ofSdk.has(id) ? ([["sdk/src/", `${id}: {`]] as Place[]) : []),
    ]),
  ],
  "Add a command": async () =>
    (await literalsOf("src/cli/commands.ts", /import\("\.\/([^"]+)"\)/g)).flatMap((file): Place[] => [
      ["src/cli/commands.ts", file],
      [`src/cli/${file}`, /export function add/],
    ]),
  "Add a code host": () =>
    Object.keys(hostModules).flatMap((name): Place[] => [
      ["src/schemas/hosts.ts", new RegExp(`^ {2}"?${name}"?:`, "m")],
      ["src/code-hosts/host-modules.ts", `./${folderOf[name] ?? name}/module.ts`],
      [`src/code-hosts/${folderOf[name] ?? name}/connect.ts`, "export function connect("],
      [`test/helpers/code-hosts/${sceneOf[name] ?? name}-scene.ts`, "Scene"],
      ["test/code-hosts/", "describeContract("],
      ["test/code-hosts/", "describeWholeJob("],
      [`docs/code-hosts/${guideOf[name] ?? name}.md`, `--host ${name}`],
    ]),
  "Add a provider of models": () =>
    providerNames.flatMap((name): Place[] => [
      ["src/schemas/providers.ts", name],
      [`src/agent/models/providers/${name}.ts`, ": ProviderModule = {"],
      ["test/helpers/scripted-models/", `${name}`],
      ["docs/models.md", `\`${name}/`],
      ["docs/operating.md", providers[name].apiKey.variable],
      ["docs/operating.md", providers[name].baseUrl.variable],
    ]),
  "Add a tool for the agent": () => [
    ["src/agent/types.ts", "AgentWorkspace"],
    ...allTools.flatMap(({ name }): Place[] => [
      [`src/agent/tools/${name}.ts`, `export const ${name}Tool`],
      ["src/agent/tools/all-tools.ts", `  ${name}Tool,`],
    ]),
  ],
  "Add a docs check": () =>
    ruleIds.flatMap((rule): Place[] => [
      ["src/schemas/check-rules.ts", new RegExp(`^ {2}"?${rule}"?: `, "m")],
      ["src/checks/", new RegExp(`"${rule}"|${rule}: |rule: "${rule}`)],
      ["src/checks/rules/", null],
      ["src/checks/check-site.ts", null],
      [`docs/rules/${rule}.md`, rule],
      ["test/fixtures/sites/", null],
    ]),
  "Add a site generator": async () => {
    const names = await literalsOf(
      "src/checks/sites/all-generators.ts",
      /from "\.\/([\w-]+)\/generator\.ts"/g,
    );
    return names.flatMap((name): Place[] => [
      ["src/checks/types.ts", `"${name}"`],
      ["src/checks/sites/all-generators.ts", `./${name}/generator.ts`],
      ["src/worker/texts/summarize-site.ts", `${name}: "`],
      ...["generator", "detect", "read-configuration"].map(
        (file): Place => [`src/checks/sites/${name}/${file}.ts`, "export "],
      ),
      ["test/fixtures/sites/", null],
      ["scripts/oracle/", null],
      ["test/oracle/", null],
    ]);
  },
  "Add a chore": async () => {
    const folder = "src/chores";
    const kinds = await literalsOf(`${folder}/instruction.ts`, /kind: "([\w-]+)"/g);
    return kinds.flatMap((kind): Place[] => [
      [`${folder}/instruction.ts`, kind],
      [`${folder}/run-instructions.ts`, `case "${kind}":`],
      [`${folder}/parse-instruction.ts`, `"${kind}"`],
    ]);
  },
  "Add a page to the dashboard": async () => {
    const pages = await literalsOf("dashboard/src/routes.ts", /import\("\.\/([^"]+)"\)/g);
    return [
      ["dashboard/src/api/use-api.ts", "export function useApi"],
      ["dashboard/src/parts/", null],
      ...pages.flatMap((file): Place[] => [
        ["dashboard/src/routes.ts", file],
        [`dashboard/src/${file}`, /^export default /m],
      ]),
    ];
  },
  "Add a page": async () => {
    const pages = (await readdir(join(root, "docs"))).filter((name) => name.endsWith(".md"));
    return [
      ["test/docs/check-docs.test.ts", null],
      ["test/docs/site.test.ts", null],
      ...pages
        .filter((name) => name !== "README.md" && name !== "SUMMARY.md")
        .flatMap((name): Place[] => [
          ["docs/README.md", `(${name})`],
          ["docs/SUMMARY.md", `(${name})`],
        ]),
    ];
  },
  "Change a dependency": async () => {
    const { dependencies } = JSON.parse(await read("package.json")) as { dependencies: object };
    return [
      ["scripts/lock-file.test.ts", null],
      ["scripts/list-licenses.ts", null],
      ...Object.entries(dependencies).map(
        ([name, version]): Place => ["THIRD_PARTY_LICENSES.md", `| ${name} | ${version} |`],
      ),
    ];
  },
  "Record a release": () => [
    ["test/recorded-logs/record-logs.ts", null],
    ["test/recorded-logs/replay.test.ts", null],
  ],
  "Change the database": async () => {
    const row = "src/projects/project-row.ts";
    const columns = await literalsOf(row, /^ {2}([a-z_]+): /gm);
    return [[row, "interface ProjectRow"], ...columns.map((column): Place => ["migrations/", column])];
  },
};

const written = [
  ...(await read("CONTRIBUTING.md")).matchAll(/^\*\*((?:Add|Change|Record) [^*]+)\.\*\* (.+(?:\n.+)*)/gm),
];

test("every recipe is one that is followed here", () => {
  expect(written.map(([, title]) => title).sort()).toEqual(Object.keys(recipes).sort());
});

describe.each(written.map(([, title, text]) => [title!, text!] as const))("%s", (title, text) => {
  test("has been followed for all that is there, and names every place", async () => {
    const places = await recipes[title]!();
    expect(places.length).toBeGreaterThan(0);
    const missing: string[] = [];
    const known = new Map<string, Promise<string>>();
    for (const [place, wanted] of places) {
      if (wanted === null) continue;
      if (!known.has(place)) known.set(place, readAll(place));
      const found = await known.get(place)!.catch(() => "");
      if (typeof wanted === "string" ? !found.includes(wanted) : !wanted.test(found))
        missing.push(`${place}: ${wanted}`);
    }
    expect(missing).toEqual([]);
    const named = [...text.matchAll(/`((?:src|docs|sdk|test|migrations|scripts)\/[\w./-]*)`/g)].map(
      ([, path]) => path!,
    );
    const visited = places.map(([place]) => place);
    expect(named.filter((path) => !visited.some((place) => place.startsWith(path)))).toEqual([]);
  });
});
