import { expect, test } from "vitest";
import {
  call,
  newKey,
  newOrganisation,
  newProject,
  operations,
  organisationId,
  owner,
  server,
  useManageScene,
  writes,
} from "../../../../test/helpers/manage-scene.ts";
import { listAudit } from "../../../audit/list-audit.ts";

useManageScene();

test("every writing operation leaves an entry with the caller and the address, without secrets", async () => {
  const table = writes(await newProject("Docs"));
  const writing = operations.filter(({ method }) => method !== "get").map(({ id }) => id);
  expect(table.map(([id]) => id).sort()).toEqual(writing.sort());
  const scope = { organisationIds: [organisationId], instance: true };
  const newest = async () => (await listAudit(server.store, scope, { limit: 1 })).data[0];
  for (const [id, action, run] of table) {
    const before = await newest();
    const { status } = await run();
    expect([id, status < 300]).toEqual([id, true]);
    const after = await newest();
    if (action === null) expect([id, after?.id]).toEqual([id, before?.id]);
    else
      expect([id, after]).toMatchObject([
        id,
        { action, author: { kind: "management_key", id: owner.id, name: "tools" }, from: "127.0.0.1" },
      ]);
  }
  const { rows } = await server.store.database.pool.query("select before, after from audit_log");
  expect(JSON.stringify(rows)).not.toMatch(/hunter2|cpd_\w{8}_|cpm_\w{8}_|whsec_/);
});

test("what belongs to another organisation is not found by any operation, and in no list", async () => {
  const projectId = await newProject("Ours");
  const { key } = await newKey(await newOrganisation());
  const ofProjects = operations.filter(({ path }) => path.includes("{projectId}"));
  expect(ofProjects.length).toBeGreaterThan(15);
  for (const { id, method } of ofProjects) {
    const body = method === "get" ? {} : { body: {} };
    const { status, body: problem } = await call(id, { projectId }, { key, ...body });
    expect([id, status, problem.code]).toEqual([id, 404, "project_not_found"]);
  }
  expect((await call("listProjects", {}, { key })).body.data).toEqual([]);
  expect((await call("listUsage", {}, { key })).body.data).toEqual([]);
  expect(
    (await call("listAudit", {}, { key })).body.data.map(({ action }: { action: string }) => action),
  ).toEqual(["management_key.created"]);
  const revoked = await call("revokeManagementKey", { keyId: owner.id }, { key });
  expect([revoked.status, revoked.body.code]).toEqual([404, "management_key_not_found"]);
});

test("a key without the permission of an operation is refused, and cannot give away what it lacks", async () => {
  const projectId = await newProject("Limited");
  const { key } = await newKey(organisationId, ["keys:write"]);
  for (const { id, permission } of operations) {
    if (permission === "keys:write") continue;
    const { status, body } = await call(id, { projectId }, { key });
    expect([id, status, body.code]).toEqual([id, 403, "insufficient_permission"]);
  }
  const more = { name: "more", permissions: ["keys:write", "projects:write"] };
  expect((await call("createManagementKey", {}, { key, body: more })).body.code).toBe(
    "insufficient_permission",
  );
  expect((await call("rotateManagementKey", { keyId: owner.id }, { key, body: {} })).body.code).toBe(
    "insufficient_permission",
  );
});

test("a create is done once for its Idempotency-Key, and its secret is stored sealed", async () => {
  const projectId = await newProject("Once");
  const send = (name: string, path = { projectId }) =>
    call("createApiKey", path, { body: { name }, headers: { "idempotency-key": "one" } });
  const first = await send("ci");
  const again = await send("ci");
  expect(again.body).toEqual(first.body);
  expect([first, again].map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([null, "true"]);
  expect((await send("other")).body.code).toBe("idempotency_key_reused");
  expect((await call("listApiKeys", { projectId })).body.data).toHaveLength(1);
  const { rows } = await server.store.database.pool.query("select response from managed_requests");
  expect(JSON.stringify(rows)).not.toContain(first.body.key.slice(13));
  const refused = { headers: { "idempotency-key": "two" } };
  expect((await call("createApiKey", { projectId }, { ...refused, body: { scopes: [] } })).status).toBe(400);
  expect((await call("createApiKey", { projectId }, { ...refused, body: { scopes: ["read"] } })).status).toBe(
    201,
  );
});
