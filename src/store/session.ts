import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** Time without a query after which the connection is tested. */
const heartbeatMs = 4_000;
const answerMs = 4_000;
const retryMs = 500;

/** An open connection; each query waits for the previous one. */
export interface SessionConnection {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Resolves when the connection is gone, and with it its locks. */
  lost: Promise<void>;
}

export interface Subscription {
  channel: string;
  onPayload(payload: string): void;
  /** Called whenever a connection begins to listen: earlier notifications are lost. */
  onListening(): void;
}

/**
 * The one connection of a process that LISTENs and holds session locks. It is open while in use, and
 * replaced if it breaks or does not respond (at most 12 s after it went silent).
 */
export interface Session {
  subscribe(subscription: Subscription): () => Promise<void>;
  /** Waits for an open connection. Throws if it cannot be established; null if the process has none. */
  connect(): Promise<SessionConnection | null>;
  /** Keeps the connection open until the returned function is called. */
  use(): () => Promise<void>;
  /** Returns the connection if it is open now. */
  current(): SessionConnection | null;
}

export function createSession(config: pg.ClientConfig | null): Session {
  return config === null ? noSession : openSession(config);
}

const noSession: Session = {
  subscribe({ onListening }) {
    onListening();
    return async () => undefined;
  },
  connect: async () => null,
  use: () => async () => undefined,
  current: () => null,
};

interface Standing {
  config: pg.ClientConfig;
  subscriptions: Set<Subscription>;
  users: number;
  closing: AbortController;
  /** Resolves when the previous users' connection is closed. */
  ended: Promise<void>;
  current: SessionConnection | null;
  next: PromiseWithResolvers<SessionConnection>;
}

function openSession(config: pg.ClientConfig): Session {
  const standing: Standing = {
    config,
    subscriptions: new Set(),
    users: 0,
    closing: new AbortController(),
    ended: Promise.resolve(),
    current: null,
    next: nextConnection(),
  };
  return {
    subscribe(subscription) {
      standing.subscriptions.add(subscription);
      standing.current?.query(listenTo([subscription])).then(
        () => subscription.onListening(),
        () => undefined,
      );
      const release = use(standing);
      return async () => {
        standing.subscriptions.delete(subscription);
        await release();
      };
    },
    use: () => use(standing),
    connect: async () => standing.current ?? (await standing.next.promise),
    current: () => standing.current,
  };
}

function nextConnection(): PromiseWithResolvers<SessionConnection> {
  const next = Promise.withResolvers<SessionConnection>();
  next.promise.catch(() => undefined);
  return next;
}

function use(standing: Standing): () => Promise<void> {
  standing.users += 1;
  if (standing.users === 1) {
    standing.closing = new AbortController();
    const { signal } = standing.closing;
    standing.ended = standing.ended.then(() => keepConnected(standing, signal));
  }
  let isReleased = false;
  return async () => {
    if (isReleased) return;
    isReleased = true;
    standing.users -= 1;
    if (standing.users === 0) standing.closing.abort();
    if (standing.users === 0) await standing.ended;
  };
}

async function keepConnected(standing: Standing, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await standWith(standing, signal);
    } catch (error) {
      takeNext(standing).reject(error);
    }
    standing.current = null;
    await pause(retryMs, signal);
  }
  takeNext(standing).reject(new Error("The connection was closed."));
}

/** Returns the promise that callers wait for; later callers wait for the next connection. */
function takeNext(standing: Standing): PromiseWithResolvers<SessionConnection> {
  const waiting = standing.next;
  standing.next = nextConnection();
  return waiting;
}

async function standWith(standing: Standing, closed: AbortSignal): Promise<void> {
  const { config, subscriptions } = standing;
  const client = new pg.Client({ ...config, connectionTimeoutMillis: answerMs });
  const broken = new AbortController();
  client.on("error", () => broken.abort());
  client.on("end", () => broken.abort());
  client.on("notification", ({ channel, payload }) => {
    for (const subscription of subscriptions)
      if (subscription.channel === channel) subscription.onPayload(payload ?? "");
  });
  const signal = AbortSignal.any([broken.signal, closed]);
  try {
    await client.connect();
    const { connection, idleMs } = inTurns(client, broken);
    // From here on each new subscription starts listening by itself.
    standing.current = connection;
    const known = [...subscriptions];
    if (known.length > 0) await connection.query(listenTo(known));
    for (const subscription of known) subscription.onListening();
    takeNext(standing).resolve(connection);
    while (!signal.aborted) {
      await pause(heartbeatMs - idleMs(), signal);
      if (!signal.aborted && idleMs() >= heartbeatMs) await connection.query("select 1");
    }
  } finally {
    broken.abort();
    destroy(client);
  }
}

function inTurns(client: pg.Client, broken: AbortController) {
  let last: Promise<unknown> = Promise.resolve();
  let usedAt = performance.now();
  const lost = new Promise<void>((resolve) => {
    broken.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  const connection: SessionConnection = {
    lost,
    query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]) {
      const result = last.then(async () => {
        if (broken.signal.aborted) throw new Error("The connection was lost.");
        try {
          const { rows } = await client.query<Row>({
            text,
            values,
            query_timeout: answerMs,
          } as pg.QueryConfig);
          usedAt = performance.now();
          return rows;
        } catch (error) {
          // An error from the server leaves the connection usable; after any other error nobody can trust
          // it.
          if (!(error instanceof pg.DatabaseError)) broken.abort();
          throw error;
        }
      });
      last = result.catch(() => undefined);
      return result;
    },
  };
  return { connection, idleMs: () => performance.now() - usedAt };
}

function listenTo(subscriptions: readonly Subscription[]): string {
  const channels = new Set(subscriptions.map(({ channel }) => channel));
  return [...channels].map((channel) => `listen ${pg.escapeIdentifier(channel)}`).join("; ");
}

// A goodbye to a server that does not respond would wait forever, so the socket is closed after it was
// sent.
function destroy(client: pg.Client): void {
  client.end().catch(() => undefined);
  const { stream } = client.connection as unknown as { stream: { destroy(): void } };
  setTimeout(() => stream.destroy(), 100).unref();
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.max(0, milliseconds), undefined, { signal }).catch(() => undefined);
}
