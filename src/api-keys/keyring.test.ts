import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/helpers/test-database.ts";
import { createProject } from "../projects/create-project.ts";
import type { NotificationListener, Notifications } from "../store/notifications.ts";
import { createApiKey } from "./create-api-key.ts";
import { createKeyring } from "./keyring.ts";

let store: TestDatabase;
let keyId: string;

beforeAll(async () => {
  store = await createTestDatabase();
  const { id } = await createProject(store, { name: "Docs", repository: "/srv/docs" });
  keyId = (await createApiKey(store, id, {})).record.id;
});

afterAll(() => store.drop());

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

/** Creates a keyring that counts its loads, and a way to notify it of changes. */
function scene() {
  const { pool } = store.database;
  let confirmedAt = Number.NEGATIVE_INFINITY;
  let listener: NotificationListener | null = null;
  const state = { loads: 0, isConnected: true, keyring: null as unknown as ReturnType<typeof createKeyring> };
  const notifications: Notifications = {
    subscribe(_channel, given) {
      listener = given;
    },
    open: () => undefined,
    async confirm() {
      if (state.isConnected) confirmedAt = performance.now();
      return state.isConnected;
    },
    confirmedAt: () => (state.isConnected ? confirmedAt : Number.NEGATIVE_INFINITY),
    close: async () => undefined,
  };
  const counting = Object.create(pool, {
    query: {
      value(...values: Parameters<typeof pool.query>) {
        state.loads += 1;
        return pool.query(...values);
      },
    },
  }) as typeof pool;
  state.keyring = createKeyring({ database: { pool: counting }, notifications });
  return { ...state, state, tell: () => listener!.onPayload(keyId), losesSome: () => listener!.onGap() };
}

test("loads a key once while notified of changes, and again after its change or a possible gap", async () => {
  const { keyring, state, tell, losesSome } = scene();
  for (let second = 0; second < 20; second += 1) {
    expect((await keyring.find(keyId))?.id).toBe(keyId);
    vi.advanceTimersByTime(1_000);
  }
  expect(state.loads).toBe(1);
  tell();
  await keyring.find(keyId);
  losesSome();
  await keyring.find(keyId);
  expect(state.loads).toBe(3);
});

test("never uses a key older than 300 ms without notifications", async () => {
  const { keyring, state } = scene();
  await keyring.find(keyId);
  state.isConnected = false;
  for (let loads = 1; loads < 5; loads += 1) {
    vi.advanceTimersByTime(290);
    await keyring.find(keyId);
    expect(state.loads).toBe(loads);
    vi.advanceTimersByTime(11);
    await keyring.find(keyId);
    expect(state.loads).toBe(loads + 1);
  }
});

test("queries an id without a key each time", async () => {
  const { keyring, state } = scene();
  for (let count = 1; count < 4; count += 1) {
    expect(await keyring.find("nokey000")).toBeUndefined();
    expect(state.loads).toBe(count);
  }
});

test("writes uses of many keys with one statement", async () => {
  const { keyring, state } = scene();
  const { rows } = await store.database.pool.query("select id from api_keys");
  for (let use = 0; use < 10; use += 1) for (const { id } of rows) keyring.noteUse(id);
  await keyring.close();
  expect(state.loads).toBe(1);
  const unused = await store.database.pool.query("select id from api_keys where last_used_at is null");
  expect(unused.rows).toEqual([]);
});
