import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onlyInTestAll } from "../../test/helpers/skip-unless.ts";
import { createTestDatabase } from "../../test/helpers/test-database.ts";
import { openDatabase } from "./database.ts";
import { listen } from "./listen.ts";

type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>;

let store: TestDatabase;

beforeAll(async () => {
  store = await createTestDatabase();
});

afterAll(() => store.drop());

function notify(payload: string, channel = "test_channel"): Promise<unknown> {
  return store.database.pool.query("select pg_notify($1, $2)", [channel, payload]);
}

test("payloads of the channel arrive, in order, and those of other channels do not", async () => {
  const payloads: string[] = [];
  const listener = listen(store.database, "test_channel", (payload) => payloads.push(payload));
  await listener.ready;
  await notify("other", "another_channel");
  for (const payload of ["1", "2", "3"]) await notify(payload);
  await expect.poll(() => payloads).toEqual(["1", "2", "3"]);
  await listener.close();
});

test("all channels of a process share one connection", async () => {
  const heard: string[] = [];
  const hear = (channel: string) => (payload: string) => heard.push(`${channel} ${payload}`);
  const listeners = ["one", "two"].map((channel) => listen(store.database, channel, hear(channel)));
  await Promise.all(listeners.map(({ ready }) => ready));
  const later = listen(store.database, "three", hear("three"));
  await later.ready;
  for (const channel of ["one", "two", "three"]) await notify("x", channel);
  await expect.poll(() => heard).toEqual(["one x", "two x", "three x"]);
  expect(await listeningConnections()).toBe(1);
  await Promise.all([...listeners, later].map((listener) => listener.close()));
  await expect.poll(listeningConnections).toBe(0);
});

async function listeningConnections(): Promise<number> {
  const { rows } = await store.database.pool.query<{ count: number }>(
    "select count(*)::integer from pg_stat_activity where query like 'listen %' and datname = current_database()",
  );
  return rows[0]!.count;
}

test("a connection that the server ends is replaced, and the owner is notified", async () => {
  const payloads: string[] = [];
  let reconnects = 0;
  const listener = listen(
    store.database,
    "test_channel",
    (payload) => payloads.push(payload),
    () => {
      reconnects += 1;
    },
  );
  await listener.ready;
  await store.database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()",
  );
  await expect.poll(() => reconnects).toBeGreaterThanOrEqual(1);
  await notify("after");
  await expect.poll(() => payloads).toEqual(["after"]);
  await listener.close();
});

test(
  "a connection that goes silent is replaced",
  onlyInTestAll("waits for the service's time limits"),
  async () => {
    const proxy = await startProxy();
    let reconnects = 0;
    const listener = listen(
      openDatabase({ ...proxy.target, host: "127.0.0.1", port: proxy.port }),
      "test_channel",
      () => undefined,
      () => {
        reconnects += 1;
      },
    );
    await listener.ready;
    proxy.silenceOpenConnections();
    await expect.poll(() => reconnects, { interval: 100 }).toBeGreaterThanOrEqual(1);
    await listener.close();
    proxy.close();
  },
);

test("listening to an unreachable server does not throw, and closing ends it", async () => {
  const proxy = await startProxy();
  proxy.close();
  const away = openDatabase({ ...proxy.target, host: "127.0.0.1", port: proxy.port });
  const listener = listen(away, "test_channel", () => undefined);
  await listener.close();
  await listener.ready;
});

/** Forwards to the database, until told to swallow everything on the open connections. */
async function startProxy() {
  const pairs: Socket[] = [];
  const { host, port, user, password, database } = new pg.Client(store.connection);
  const silent = new WeakSet<Socket>();
  const server = createServer((socket) => {
    const target = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    pairs.push(socket, target);
    for (const [from, to] of [
      [socket, target],
      [target, socket],
    ] as const) {
      from.on("data", (chunk) => !silent.has(socket) && to.write(chunk));
      from.on("error", () => to.destroy());
      from.on("close", () => !silent.has(socket) && to.destroy());
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    target: { user, password, database },
    silenceOpenConnections() {
      for (const socket of pairs) silent.add(socket);
    },
    close() {
      server.close();
      for (const socket of pairs) socket.destroy();
    },
  };
}
