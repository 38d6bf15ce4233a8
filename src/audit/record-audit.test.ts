import { afterAll, beforeAll, expect, test } from "vitest";

import { createTestDatabase, type TestDatabase } from "../../test/helpers/test-database.ts";
import { ownWords } from "../outgoing/clean-text.ts";
import { createProject } from "../projects/create-project.ts";
import { inTransaction } from "../store/database.ts";
import type { Actor } from "./actor.ts";
import { followAudit, listAudit } from "./list-audit.ts";
import { type NewAuditEntry, recordAudit } from "./record-audit.ts";

let store: TestDatabase;
let projectId: string;
const organisationId = "org_ours";

const actor: Actor = { author: { kind: "command_line", name: ownWords("ada") }, from: "192.0.2.7" };

beforeAll(async () => {
  store = await createTestDatabase();
  projectId = (await createProject(store, { name: "Docs", repository: "/srv/docs" })).id;
});

afterAll(() => store.drop());

const entry = (more: Partial<NewAuditEntry> = {}): NewAuditEntry => ({
  action: "project.changed",
  ...{ actor, organisationId, projectId, subject: { kind: "project", id: projectId, name: "Docs" } },
  ...more,
});

const write = (given: NewAuditEntry) => inTransaction(store.database, (client) => recordAudit(client, given));

const scope = () => ({ organisationIds: [organisationId], instance: false });
const list = async (input: object = {}) => (await listAudit(store, scope(), input)).data;

test("records who, when, from where, before and after", async () => {
  await write(entry({ before: { name: "Old" }, after: { name: "Docs" } }));
  expect((await list({ limit: 1 }))[0]).toEqual({
    ...{ id: expect.any(Number), at: expect.any(String), action: "project.changed" },
    ...{ author: { kind: "command_line", name: "ada" }, from: "192.0.2.7", organisationId, projectId },
    subject: { kind: "project", id: projectId, name: "Docs" },
    ...{ before: { name: "Old" }, after: { name: "Docs" } },
  });
});

test("keeps nothing of a change that was rolled back", async () => {
  const before = await list();
  const failing = inTransaction(store.database, async (client) => {
    await recordAudit(client, entry());
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await list()).toEqual(before);
});

test("masks secrets: by the names of their fields, and whatever looks like a token", async () => {
  const token = `ghp_${"aB3dE6gH9j".repeat(4).slice(0, 36)}`;
  await recordAudit(
    store.database.pool,
    entry({
      before: { token: "hunter2", note: `see ${token}`, engine: { environment: { API_KEY: "s3cret" } } },
      after: { credentials: { privateKey: "x" }, secret: null },
    }),
  );
  const [{ before, after } = { before: null, after: null }] = await list({ limit: 1 });
  expect(JSON.stringify([before, after])).not.toMatch(/hunter2|aB3dE6|s3cret/);
  expect(before).toMatchObject({ token: "[masked]", engine: { environment: { API_KEY: "[masked]" } } });
  expect(after).toEqual({ credentials: "[masked]", secret: null });
});

test("a reader that follows by number misses no entry of transactions that end in another order than they began", async () => {
  const first = await store.database.pool.connect();
  try {
    await first.query("begin");
    await recordAudit(first, entry({ after: "slow" }));
    await write(entry({ after: "quick" }));
    const seen = await list({ limit: 1 });
    expect(seen[0]?.after).toBe("quick");
    await first.query("commit");
    const further = { after: seen[0]!.id, limit: 10, filters: {} };
    expect((await followAudit(store, scope(), further)).map(({ after }) => after)).toEqual(["slow"]);
  } finally {
    first.release();
  }
});

test("filters by action, group of actions, author, project and time, page by page", async () => {
  await write(entry({ action: "api_key.created", after: 1 }));
  const actions = async (input: object) => [...new Set((await list(input)).map(({ action }) => action))];
  expect(await actions({ action: "api_key.created" })).toEqual(["api_key.created"]);
  expect(await actions({ action: "project" })).toEqual(["project.changed"]);
  expect(await actions({ action: "api_key,project" })).toEqual(["api_key.created", "project.changed"]);
  expect(await list({ author: "bob" })).toEqual([]);
  expect((await list({ author: "ada" })).length).toBeGreaterThan(1);
  expect(await list({ projectId: "prj_other" })).toEqual([]);
  expect(await list({ to: "2020-01-01T00:00:00Z" })).toEqual([]);
  const all = await list();
  const first = await listAudit(store, scope(), { limit: 2 });
  const second = await listAudit(store, scope(), { limit: 2, cursor: first.nextCursor });
  expect([...first.data, ...second.data]).toEqual(all.slice(0, 4));
});

test("hides entries of other organisations and of the instance", async () => {
  await write(entry({ projectId: null, organisationId: "org_other", after: "theirs" }));
  await write(
    entry({ projectId: null, organisationId: null, action: "user.sign_in_failed", after: "instance" }),
  );
  const shown = (entries: { after?: unknown }[]) => entries.map(({ after }) => after);
  expect(shown(await list())).not.toEqual(expect.arrayContaining(["theirs"]));
  expect(shown(await list())).not.toEqual(expect.arrayContaining(["instance"]));
  const { data } = await listAudit(store, { organisationIds: [], instance: true }, {});
  expect(shown(data)).toEqual(["instance"]);
});
