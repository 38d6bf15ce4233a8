import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startAdminCli } from "../../../test/helpers/admin-cli.ts";
import { createCliStore } from "../../../test/helpers/cli-deps.ts";
import { createRepository } from "../../../test/helpers/git-fixture.ts";
import { prepareDemo } from "./prepare-demo.ts";

const admin = await startAdminCli();
const folder = mkdtempSync(join(tmpdir(), "copydesk-demo-"));
const repository = await createRepository({ "index.md": "# Start\n" });
afterAll(async () => {
  await admin.close();
  await repository.remove();
  rmSync(folder, { recursive: true, force: true });
});

const cliStore = createCliStore(admin.store.database);
const prepare = () => prepareDemo(cliStore, folder, repository.path);
const stateFile = join(folder, "demo.json");

test("any number of demos within an hour share one project and one key, which only its user can read", async () => {
  const first = await prepare();
  for (let demo = 2; demo <= 30; demo += 1) expect(await prepare()).toEqual(first);
  const { data } = await admin.json("key", "list", "--project", first.projectId);
  expect(data).toHaveLength(1);
  expect(statSync(stateFile).mode & 0o777).toBe(0o600);
});

test("replaces a key that was revoked or lost, or expires soon", async () => {
  const first = await prepare();
  await admin.json("key", "revoke", "--project", first.projectId, first.key);
  const second = await prepare();
  expect(second.key).not.toBe(first.key);
  await admin.store.database.pool.query(
    "update api_keys set expires_at = now() + interval '23 hours' where id = $1",
    [second.key.slice(4, 12)],
  );
  const third = await prepare();
  expect(third.key).not.toBe(second.key);
  expect(JSON.parse(readFileSync(stateFile, "utf8")).keys).toEqual({ [third.projectId]: third.key });
  writeFileSync(stateFile, "{");
  expect((await prepare()).key).not.toBe(third.key);
});
