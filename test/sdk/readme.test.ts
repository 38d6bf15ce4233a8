import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createManagementKey } from "../../src/management-keys/create-management-key.ts";
import { firstOrganisation } from "../../src/people/first-organisation.ts";
import { permissions } from "../../src/people/permissions.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { onlyInTestAll, skipUnless } from "../helpers/skip-unless.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";
import { findNode, type PackedClient, packClient, readmeBlocks } from "./pack-client.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");
const node20 = await findNode(20);

const files = {
  "index.md": "# Home\n\nSee the [guide](guide.md).\n",
  "guide.md": "# Guide\n\nSet the API token. Keep your API keys safe. Add a web hook.\n",
};

let client: PackedClient;
let examples: string;

beforeAll(async () => {
  client = await packClient();
  examples = (await readmeBlocks("js")).join("\n");
  await writeFile(join(client.app, "examples.js"), examples);
});

afterAll(() => client.remove());

describe("the package", () => {
  test("imports nothing and names nothing that only Node has", async () => {
    for (const name of await readdir(join(client.folder, "dist"))) {
      const text = await readFile(join(client.folder, "dist", name), "utf8");
      expect(text).not.toMatch(/\bfrom "|\bimport\(|^import\b/m);
      expect(text).not.toMatch(/\b(process|Buffer|require|setImmediate|global)\b[.(]/);
    }
  });

  test.each([
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ])("has types that fit the examples (module %s, resolution %s)", async (module, moduleResolution) => {
    await writeFile(
      join(client.app, "examples.ts"),
      `${examples}\n// @ts-expect-error\nclient.jobs.get(1);\n`,
    );
    const types = { types: ["node"], typeRoots: [join(root, "node_modules/@types")] };
    // The settings of an environment may be missing, which the examples leave out.
    const compilerOptions = {
      target: "es2022",
      module,
      moduleResolution,
      noEmit: true,
      strict: true,
      ...types,
    };
    const settings = {
      compilerOptions: { ...compilerOptions, strictNullChecks: false },
      files: ["examples.ts"],
    };
    await writeFile(join(client.app, "tsconfig.json"), JSON.stringify(settings));
    const tsc = run(join(root, "node_modules/.bin/tsc"), ["-p", client.app]);
    expect((await tsc.catch((error) => error)).stdout).toBe("");
  });
});

describe("the README's examples run as they stand and print what is beside them", () => {
  let project: TestProject;
  let copydesk: CopydeskProcess;

  async function runExamples(node: string): Promise<void> {
    project = await makeTestProject(files);
    // As a server has it: nobody has the base branch checked out.
    await project.git("config", "core.bare", "true");
    copydesk = await startCopydesk({ environment: project.environment });
    const management = await createManagementKey(
      project.store,
      {
        actor: { author: { kind: "service" }, from: null },
        organisationId: await firstOrganisation(project.store),
        mayGive: null,
      },
      { name: "examples", permissions: [...permissions] },
    );
    try {
      const env = {
        COPYDESK_URL: copydesk.url,
        COPYDESK_PROJECT: project.projectId,
        COPYDESK_API_KEY: project.key,
        COPYDESK_MANAGEMENT_KEY: management.key,
        COPYDESK_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString("base64")}`,
      };
      const running = run(node, ["examples.js"], { cwd: client.app, env, timeout: 280_000 });
      const { stdout, stderr } = await running.catch((error) => error);
      const expected = [...examples.matchAll(/\bconsole\.log\(.*?\);(?: \/\/ (.*))?$/gm)];
      const printed = stdout.trimEnd().split("\n");
      expect({ printed: printed.length, stderr }).toEqual({
        printed: expected.length,
        stderr: expect.not.stringMatching(/\n {4}at /),
      });
      expect(expected.map(([, text], index) => text ?? printed[index])).toEqual(printed);
      expect((await project.branches()).length).toBeGreaterThanOrEqual(1);
    } finally {
      await copydesk.end();
      await project.remove();
    }
  }

  test("under the pinned Node", () => runExamples(process.execPath));

  const needsNode20 = {
    ...skipUnless(node20 !== null, "the PATH has no Node 20"),
    ...onlyInTestAll("the client's page under an older Node"),
  };
  test("under Node 20", needsNode20, () => runExamples(node20 ?? ""));

  test("every method has its example", async () => {
    const { createClient } = await import("../../sdk/src/create-client.ts");
    const groups = createClient({ url: "http://copydesk.test", projectId: "x", apiKey: "x" });
    const methods = Object.entries(groups).flatMap(([group, own]) =>
      Object.keys(own).map((name) => `client.${group}.${name}(`),
    );
    expect([...methods, "webhooks.unwrap("].filter((call) => !examples.includes(call))).toEqual([]);
  });
});
