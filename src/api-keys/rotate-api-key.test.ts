import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/helpers/test-database.ts";
import { createProject } from "../projects/create-project.ts";
import { createNotifications } from "../store/notifications.ts";
import { authenticateApiKey } from "./authenticate-api-key.ts";
import { createApiKey } from "./create-api-key.ts";
import { createKeyring } from "./keyring.ts";
import { listApiKeys } from "./list-api-keys.ts";
import { revokeApiKey } from "./revoke-api-key.ts";
import { rotateApiKey } from "./rotate-api-key.ts";

let store: TestDatabase;

beforeAll(async () => {
  store = await createTestDatabase();
});

afterAll(() => store.drop());

const newProject = async () => (await createProject(store, { name: "Docs", repository: "/srv/docs" })).id;
const hoursFromNow = (time: string | null) => Math.round((Date.parse(time ?? "") - Date.now()) / 3_600_000);

async function isLetIn(projectId: string, key: string): Promise<boolean> {
  const notifications = createNotifications(store.database);
  const keyring = createKeyring({ ...store, notifications });
  const isIn = await authenticateApiKey({ keyring }, { key, projectId, scope: "read", ip: "127.0.0.1" }).then(
    () => true,
    () => false,
  );
  await Promise.all([keyring.close(), notifications.close()]);
  return isIn;
}

test("makes a key like the old one, and both work until the overlap is over", async () => {
  const projectId = await newProject();
  const old = await createApiKey(store, projectId, { name: "ci", scopes: ["read"], expiresInDays: 30 });
  const { key, record, replaced } = await rotateApiKey(store, projectId, old.record.id, { overlapHours: 48 });
  expect(record).toMatchObject({ name: "ci", scopes: ["read"], revokedAt: null });
  expect(hoursFromNow(record.expiresAt)).toBe(30 * 24);
  expect(replaced.id).toBe(old.record.id);
  expect(hoursFromNow(replaced.expiresAt)).toBe(48);
  expect(await Promise.all([key, old.key].map((text) => isLetIn(projectId, text)))).toEqual([true, true]);
});

test("ends the old key at once without an overlap", async () => {
  const projectId = await newProject();
  const old = await createApiKey(store, projectId, { expiresInDays: null });
  const { key, record } = await rotateApiKey(store, projectId, old.record.id, { overlapHours: 0 });
  expect(record.expiresAt).toBeNull();
  expect(await Promise.all([key, old.key].map((text) => isLetIn(projectId, text)))).toEqual([true, false]);
});

test("never extends the lifetime of a key by the overlap", async () => {
  const projectId = await newProject();
  const old = await createApiKey(store, projectId, { expiresInDays: 7 });
  await store.database.pool.query(
    "update api_keys set expires_at = now() + interval '1 hour' where id = $1",
    [old.record.id],
  );
  const { replaced } = await rotateApiKey(store, projectId, old.record.id, { overlapHours: 168 });
  expect(hoursFromNow(replaced.expiresAt)).toBe(1);
});

test("does not rotate a revoked or unknown key, or one of another project", async () => {
  const projectId = await newProject();
  const { record } = await createApiKey(store, projectId, {});
  const missing = { code: "api_key_not_found" };
  await expect(rotateApiKey(store, await newProject(), record.id)).rejects.toMatchObject(missing);
  await expect(rotateApiKey(store, projectId, "nothere1")).rejects.toMatchObject(missing);
  await revokeApiKey(store, projectId, record.id);
  await expect(rotateApiKey(store, projectId, record.id)).rejects.toMatchObject(missing);
});

test.each([-1, 169, "soon"])("an overlap of %s hours is invalid_request", async (overlapHours) => {
  const projectId = await newProject();
  const { record } = await createApiKey(store, projectId, {});
  await expect(rotateApiKey(store, projectId, record.id, { overlapHours })).rejects.toMatchObject({
    code: "invalid_request",
  });
});

test("allows a project 10 of 30 simultaneously created keys, and more an hour later", async () => {
  const projectId = await newProject();
  const made = await Promise.allSettled(Array.from({ length: 30 }, () => createApiKey(store, projectId, {})));
  const refused = made.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
  expect(made.length - refused.length).toBe(10);
  expect(new Set(refused.map(({ reason }) => reason.code))).toEqual(new Set(["too_many_api_keys"]));
  const [first] = await listApiKeys(store, projectId);
  await expect(rotateApiKey(store, projectId, first!.id)).rejects.toMatchObject({
    code: "too_many_api_keys",
  });
  await store.database.pool.query("update api_keys set created_at = created_at - interval '61 minutes'");
  expect((await createApiKey(store, projectId, {})).key).toMatch(/^cpd_/);
});
