import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canReach } from "../../src/store/embedded-postgres/can-reach.ts";
import { endWithTests } from "../helpers/end-with-tests.ts";
import { createRepository, type FixtureRepository } from "../helpers/git-fixture.ts";
import { skipUnless } from "../helpers/skip-unless.ts";
import { createTestDatabase, type TestDatabase } from "../helpers/test-database.ts";

const main = join(import.meta.dirname, "../../src/main.ts");
const nobody = { uid: 65_534, gid: 65_534 };
// Root may read and write anywhere: there another user has to try, who must be able to reach this checkout.
const user = process.getuid?.() === 0 ? nobody : null;
const canTry = canReach(import.meta.dirname, user) && canReach(join(process.execPath, ".."), user);

let folder: string;
let store: TestDatabase;
let repository: FixtureRepository;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "copydesk-start-"));
  await chmod(folder, 0o755);
  store = await createTestDatabase();
  repository = await createRepository({ "a.md": "# A\n" });
});

afterAll(async () => {
  await repository.remove();
  await store.drop();
  await rm(folder, { recursive: true, force: true });
});

interface Options {
  env?: Record<string, string>;
  as?: typeof nobody | null;
  /** Ends standard output before the command writes to it. */
  deaf?: boolean;
}

async function copydesk(argv: string[], { env = {}, as = null, deaf = false }: Options = {}) {
  const child = spawn(process.execPath, [main, ...argv], {
    ...as,
    cwd: "/",
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, NODE_COMPILE_CACHE: "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  endWithTests(child);
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  if (deaf) child.stdout.destroy();
  else child.stdout.resume();
  const [code] = await once(child, "close");
  return { code, stderr };
}

const run = (data: string) => ["run", "--repository", repository.path, "--prompt", "x", "--data", data];

describe("what a first start stumbles over is one line with a code, and the process ends", () => {
  test.each([
    ["run", run],
    ["serve", (data: string) => ["serve", "--port", "0", "--data", data]],
  ])(
    "%s in a data folder of another user",
    skipUnless(canTry, "another user cannot read this checkout"),
    async (name, argv) => {
      const data = join(folder, `closed-${name}`);
      await mkdir(data, { mode: 0o555 });
      const { code, stderr } = await copydesk(argv(data), { as: user });
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringMatching(
          /^error: Cannot use the data folder .*EACCES.*\(data_folder_not_writable\)\n$/,
        ),
      });
    },
  );

  test("a file instead of the data folder", async () => {
    const data = join(folder, "file");
    await writeFile(data, "");
    expect(await copydesk(run(data))).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^error: Cannot use the data folder .*\(data_folder_not_writable\)\n$/),
    });
  });

  test("a secret.key that holds no key", async () => {
    const data = join(folder, "bad-key");
    await mkdir(data);
    await writeFile(join(data, "secret.key"), "nonsense\n");
    const env = { DATABASE_URL: store.url };
    expect(await copydesk(["project", "list", "--data", data], { env })).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^error: .*secret\.key does not hold keys.*\(invalid_configuration\)\n$/),
    });
  });

  test("a git that does not work", async () => {
    const programs = join(folder, "programs");
    await mkdir(programs);
    await writeFile(join(programs, "git"), "#!/bin/sh\nexit 3\n", { mode: 0o755 });
    const env = { PATH: `${programs}:${process.env.PATH}` };
    expect(await copydesk(run(join(folder, "data")), { env })).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^error: The git that comes first.*exit code 3.*\(git_missing\)\n$/),
    });
  });
});

test("a reader that leaves early, as head does, is no error", async () => {
  expect(await copydesk(["--help"], { deaf: true })).toEqual({ code: 0, stderr: "" });
});
