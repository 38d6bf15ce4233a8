import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../test/helpers/test-database.ts";
import { version } from "./version.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");

let store: TestDatabase;
let folder: string;

beforeAll(async () => {
  store = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "copydesk-main-"));
});

afterAll(async () => {
  await store.drop();
  await rm(folder, { recursive: true, force: true });
});

const tellPackages = `
  import { registerHooks } from "node:module";
  const seen = new Set();
  registerHooks({ load: (url, context, next) => {
    seen.add(/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1]);
    return next(url, context);
  } });
  process.on("exit", () => console.error(JSON.stringify([...seen])));`;

/** The packages that a command has loaded when it ends. */
async function packagesOf(words: string[]): Promise<string[]> {
  const hook = join(folder, "tell-packages.mjs");
  await writeFile(hook, tellPackages);
  const environment = {
    PATH: process.env.PATH,
    TMPDIR: process.env.TMPDIR,
    COPYDESK_DATA: folder,
    DATABASE_URL: store.url,
  };
  const { stderr } = await run(
    process.execPath,
    ["--import", hook, join(root, "scripts/start-main.mjs"), ...words],
    { env: environment as NodeJS.ProcessEnv },
  );
  return JSON.parse(stderr.trim().split("\n").at(-1)!) as string[];
}

test("help and the checker's options load no more than what parses words", async () => {
  for (const words of [["--help"], ["job", "list", "--help"], ["check", "--help"]])
    expect({ words, packages: await packagesOf(words) }).toEqual({
      words,
      packages: expect.not.arrayContaining([expect.stringMatching(/^(zod|pg|pino)/)]),
    });
});

test("a command loads what it needs, and nothing of the service, the models and the hosts", async () => {
  const packages = await packagesOf(["project", "list"]);
  expect(packages).toEqual(expect.arrayContaining(["commander", "zod", "pg"]));
  const heavy =
    /^(pino|ai|@ai-sdk\/|fastify|@fastify\/|undici|yaml|@mdx-js\/|remark|unified|@agentclientprotocol\/|modern-tar)/;
  expect(packages.filter((name) => heavy.test(name))).toEqual([]);
});

test("a check loads neither schemas nor the store", async () => {
  const packages = await packagesOf(["check", join(root, "test/fixtures/sites/jekyll"), "--json"]);
  expect(packages).toEqual(expect.arrayContaining(["commander", "yaml"]));
  expect(packages.filter((name) => /^(zod|pg|pino|@mdx-js\/|fastify)/.test(name))).toEqual([]);
});

test("the version is told by the command itself", async () => {
  const { stdout } = await run(process.execPath, [join(root, "scripts/copydesk.mjs"), "--version"]);
  expect(stdout).toBe(`${version}\n`);
});
