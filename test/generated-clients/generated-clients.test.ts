import { execFile } from "node:child_process";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { onlyInTestAll } from "../helpers/skip-unless.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");

const options = {
  strict: true,
  module: "nodenext",
  target: "es2024",
  lib: ["es2024", "dom", "dom.iterable"],
  types: [join(root, "node_modules/@types/node")],
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
};

describe("clients that strangers generate", onlyInTestAll("generated clients"), () => {
  let folder: string;
  let project: TestProject;
  let service: CopydeskProcess;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "copydesk-clients-"));
    project = await makeTestProject();
    service = await startCopydesk({ environment: project.environment });
    for (const name of ["package.json", "package-lock.json"])
      await copyFile(join(import.meta.dirname, name), join(folder, name));
    await copyFile(join(import.meta.dirname, "run-job.ts.txt"), join(folder, "run-job.ts"));
    await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder });
  });

  afterAll(async () => {
    await service?.end("SIGTERM");
    await project?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  test("compile, and each runs a whole job", async () => {
    // The generators look for the nearest tsconfig, which without this one is a stranger's.
    await writeFile(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions: options, files: ["run-job.ts"] }),
    );
    const document = await (await fetch(`${service.url}/openapi.json`)).text();
    await writeFile(join(folder, "openapi.json"), document);
    await generate("openapi-typescript/bin/cli.js", "openapi.json", "-o", "schema.ts");
    const config = { input: "openapi.json", output: { path: "hey", module: { extension: ".ts" } } };
    await writeFile(join(folder, "hey.config.mjs"), `export default ${JSON.stringify(config)};`);
    await generate("@hey-api/openapi-ts/bin/run.js", "-f", "hey.config.mjs");
    const media = "mediaType.includes('json') || mediaType.startsWith('text/')";
    const zod = ["openapi.json", "-o", "zod.ts", "--export-schemas", "--media-type-expr", media];
    await generate("openapi-zod-client/bin.js", ...zod);
    const compiled = await run(join(root, "node_modules/.bin/tsc"), ["-p", folder]).catch((error) => error);
    expect(compiled.stdout).toBe("");
    const { stdout } = await run(process.execPath, ["--no-warnings", "run-job.ts"], {
      cwd: folder,
      env: { ...process.env, SERVICE: service.url, PROJECT: project.projectId, KEY: project.key },
    });
    const ended = JSON.parse(stdout) as { status: string; events: { kind: string }[]; diff: string }[];
    expect(ended.length).toBe(3);
    for (const { status, events, diff } of ended) {
      expect(status).toBe("completed");
      expect([events[0]?.kind, events.at(-1)?.kind]).toEqual(["created", "completed"]);
      expect(diff).toContain("+A gadget is a small thing.");
    }
  });

  async function generate(program: string, ...args: string[]): Promise<void> {
    await run(process.execPath, [join(folder, "node_modules", program), ...args], { cwd: folder });
  }
});
