import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../../test/helpers/test-database.ts";
import { createProject } from "../projects/create-project.ts";
import { createApiKey } from "./create-api-key.ts";
import { listApiKeys } from "./list-api-keys.ts";
import { revokeApiKey } from "./revoke-api-key.ts";

let store: Awaited<ReturnType<typeof createTestDatabase>>;
let projectId: string;

beforeAll(async () => {
  store = await createTestDatabase();
  projectId = (await createProject(store, { name: "Docs", repository: "/srv/docs" })).id;
});

afterAll(() => store.drop());

const dayMs = 86_400_000;

test("a key has both scopes and 90 days by default, and is listed without its secret", async () => {
  const { key, record } = await createApiKey(store, projectId, {});
  expect(record).toMatchObject({ projectId, name: "default", scopes: ["read", "write"], allowedIps: [] });
  expect(key.slice(4, 12)).toBe(record.id);
  expect(Math.round((Date.parse(record.expiresAt ?? "") - Date.now()) / dayMs)).toBe(90);
  expect(await listApiKeys(store, projectId)).toMatchObject([record]);
});

test.each([7, 30, 60, 90, null])("stores an expiry of %s days", async (expiresInDays) => {
  const { record } = await createApiKey(store, projectId, { expiresInDays });
  const days = record.expiresAt && Math.round((Date.parse(record.expiresAt) - Date.now()) / dayMs);
  expect(days).toBe(expiresInDays);
});

test.each([
  [{ expiresInDays: 8 }, "expiresInDays"],
  [{ expiresInDays: -7 }, "expiresInDays"],
  [{ scopes: [] }, "scopes"],
  [{ scopes: ["admin"] }, "scopes.0"],
  [{ allowedIps: ["0.0.0.0/0"] }, "allowedIps.0"],
  [{ allowedIps: ["example.com"] }, "allowedIps.0"],
  [{ name: "" }, "name"],
  [{ key: "mine" }, "key"],
])("%j is refused at %s", async (input, path) => {
  await expect(createApiKey(store, projectId, input)).rejects.toMatchObject({
    code: "invalid_request",
    details: { errors: [{ path }] },
  });
});

test("keeps the first time if revoked twice; does not find a key of another project", async () => {
  const { record } = await createApiKey(store, projectId, {});
  const first = await revokeApiKey(store, projectId, record.id);
  expect(first.revokedAt).not.toBeNull();
  expect(await revokeApiKey(store, projectId, record.id)).toEqual(first);
  await expect(revokeApiKey(store, "prj_other", record.id)).rejects.toMatchObject({
    code: "api_key_not_found",
  });
});

test("a missing project has no keys and gets none", async () => {
  await expect(createApiKey(store, "prj_x", {})).rejects.toMatchObject({ code: "project_not_found" });
  await expect(listApiKeys(store, "prj_x")).rejects.toMatchObject({ code: "project_not_found" });
});
