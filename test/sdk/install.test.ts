import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onlyInTestAll } from "../helpers/skip-unless.ts";
import { startTestServer, type TestServer } from "../helpers/test-server.ts";
import { findNode, readmeBlocks } from "./pack-client.ts";

const execute = promisify(execFile);
const root = join(import.meta.dirname, "../..");
const node20 = await findNode(20);
const installs = await readmeBlocks("sh");

let server: TestServer;
let place: string;

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "copydesk-install-"));
  server = await startTestServer({ basePath: "/docs-bot" });
  const { stdout } = await execute("git", ["ls-files", "-co", "--exclude-standard", "sdk"], { cwd: root });
  for (const name of stdout.trim().split("\n"))
    await cp(join(root, name), join(place, "copydesk", name)).catch(() => undefined);
});

afterAll(async () => {
  await server.close();
  await rm(place, { recursive: true, force: true });
});

/** Runs a command of the README in a new package, with an empty cache and a registry that does not answer. */
async function install(command: string, name: string): Promise<string> {
  const app = join(place, name);
  await mkdir(app);
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: join(place, `home-of-${name}`),
    npm_config_registry: "http://127.0.0.1:9/",
    npm_config_fetch_retries: "0",
    npm_config_audit: "false",
    npm_config_update_notifier: "false",
  };
  await execute("sh", ["-ec", command], { cwd: app, env });
  return app;
}

const withNpm = onlyInTestAll("installing the client with npm");

describe.each([
  ["the instance, below a path", "sdk.tgz", () => `${server.url}/docs-bot`],
  ["a clone", "copydesk/sdk", () => "http://127.0.0.1:4100"],
])("installed from %s", withNpm, (_, word, url) => {
  const [command, ...others] = installs.filter((block) => block.includes(word));
  const name = word.replace(/\W/g, "-");
  let app: string;

  beforeAll(async () => {
    expect(others).toEqual([]);
    app = await install(command!.replace("http://127.0.0.1:4100", url()), name);
  });

  test.each([
    ["pinned Node", process.execPath],
    ["Node 20", node20],
  ])("it is imported and required under the %s", async (_, node) => {
    if (node === null) return;
    const settings = JSON.stringify({ url: server.url, projectId: "prj_x", apiKey: "cpd_x" });
    const use = `createClient(${settings}).service.live().then(({ status }) => console.log(status))`;
    await writeFile(join(app, "a.mjs"), `import { createClient } from "@copydesk/client";\n${use}`);
    await writeFile(join(app, "a.cjs"), `const { createClient } = require("@copydesk/client");\n${use}`);
    for (const file of ["a.mjs", "a.cjs"]) {
      const { stdout, stderr } = await execute(node, [file], { cwd: app });
      expect([stdout, stderr]).toEqual(["ok\n", ""]);
    }
  });

  test.each([
    ["node16", "node16"],
    ["nodenext", "nodenext"],
    ["commonjs", "bundler"],
    ["esnext", "bundler"],
  ])("its types fit programs of both kinds (module %s, resolution %s)", async (module, moduleResolution) => {
    const program = `import { createClient, NotFoundError, type JobRecord } from "@copydesk/client";
      export async function run(): Promise<JobRecord> {
        const { jobs } = createClient({ url: "http://x", projectId: "prj_x", apiKey: "cpd_x" });
        try { return await jobs.create({ prompt: "x" }); }
        catch (error) { if (error instanceof NotFoundError) console.error(error.code); throw error; }
      }
      // @ts-expect-error
      createClient({ url: 1 });`;
    const files = ["program.mts", "program.cts"].map((file) => `${module}-${moduleResolution}/${file}`);
    await mkdir(join(app, dirname(files[0]!)));
    for (const file of files) await writeFile(join(app, file), program);
    const compilerOptions = {
      ...{ module, moduleResolution, target: "es2022", lib: ["es2022", "dom"], types: [] },
      ...{ noEmit: true, strict: true, skipLibCheck: false, exactOptionalPropertyTypes: true },
    };
    const settings = join(app, `${module}-${moduleResolution}.json`);
    await writeFile(settings, JSON.stringify({ compilerOptions, files }));
    const tsc = execute(join(root, "node_modules/.bin/tsc"), ["-p", settings]);
    expect((await tsc.catch((error: { stdout: string }) => error)).stdout).toBe("");
  });
});
