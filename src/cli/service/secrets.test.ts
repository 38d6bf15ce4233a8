import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestCli } from "../../../test/helpers/cli-deps.ts";
import { createTestDatabase } from "../../../test/helpers/test-database.ts";
import { readConfig } from "../../config.ts";
import { connectProject } from "../../projects/connect-project.ts";
import { createProject } from "../../projects/create-project.ts";
import { readSecretKeys } from "../../secrets/read-secret-keys.ts";
import { createSecretBox } from "../../secrets/secret-box.ts";
import type { CliStore } from "../deps.ts";

test("secrets rotate makes a new key, encrypts everything with it and drops the old one when it is asked to", async ({
  onTestFinished,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "copydesk-rotate-"));
  const store = await createTestDatabase();
  onTestFinished(async () => {
    await store.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const { database } = store;
  const config = readConfig({ COPYDESK_DATA: folder });
  const secretBox = createSecretBox(await readSecretKeys(config));
  const deps = { database, secretBox, identify: async () => ({ login: "bot", missing: [] }) };
  const { id } = await createProject({ database }, { name: "x", repository: "https://github.com/a/b" });
  await connectProject(deps, id, { credentials: { token: "t0ken" } });
  const openStore = async () => ({ ...deps, close: async () => undefined }) as unknown as CliStore;
  const cli = createTestCli({ openStore, readConfig: () => config });
  const keys = async () => (await readFile(join(folder, "secret.key"), "utf8")).trim().split("\n");
  const [first] = await keys();

  const added = await cli.run("secrets", "rotate", "--new-key", "--json");
  expect([added.code, JSON.parse(added.stdout)]).toMatchObject([0, { rotated: 1, current: 1, old: 0 }]);
  expect(await keys()).toEqual([expect.not.stringMatching(first!), first]);
  const dropped = await cli.run("secrets", "rotate", "--drop-old-keys", "--json");
  expect(JSON.parse(dropped.stdout)).toMatchObject({ rotated: 0, current: 1, droppedKeys: 1 });
  expect(await keys()).not.toContain(first);

  const inEnvironment = readConfig({ COPYDESK_DATA: folder, COPYDESK_SECRET_KEY: "ab".repeat(32) });
  const other = createTestCli({ openStore, readConfig: () => inEnvironment });
  const refused = await other.run("secrets", "rotate", "--new-key");
  expect([refused.code, refused.stderr]).toMatchObject([
    2,
    expect.stringContaining("COPYDESK_SECRET_KEY_OLD"),
  ]);
});
