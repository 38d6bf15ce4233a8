import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Database } from "./database.ts";

const heartbeatMs = 4_000;
const answerMs = 4_000;
const retryMs = 500;

export interface Listener {
  /** Resolves when the channel is first listened to. */
  ready: Promise<void>;
  close(): Promise<void>;
}

/**
 * Listens on a connection of its own and replaces it when it breaks or answers no heartbeat (at most 12 s after it went
 * silent). Notifications sent meanwhile are lost: `onReconnect` is the time to look for oneself. Never throws.
 */
export function listen(
  database: Pick<Database, "connection">,
  channel: string,
  onPayload: (payload: string) => void,
  onReconnect: () => void = () => undefined,
): Listener {
  const closing = new AbortController();
  const ready = Promise.withResolvers<void>();
  const ended = keepListening();

  async function keepListening(): Promise<void> {
    for (let first = true; !closing.signal.aborted; ) {
      await listenOnce(() => {
        ready.resolve();
        if (!first) onReconnect();
        first = false;
      });
      await pause(retryMs, closing.signal);
    }
    ready.resolve();
  }

  async function listenOnce(onListening: () => void): Promise<void> {
    const client = new pg.Client({ ...database.connection, connectionTimeoutMillis: answerMs });
    const broken = new AbortController();
    client.on("error", () => broken.abort());
    client.on("end", () => broken.abort());
    client.on("notification", ({ payload }) => onPayload(payload ?? ""));
    const signal = AbortSignal.any([broken.signal, closing.signal]);
    try {
      await client.connect();
      await query(client, `listen ${client.escapeIdentifier(channel)}`);
      onListening();
      for (;;) {
        await pause(heartbeatMs, signal);
        if (signal.aborted) return;
        await query(client, "select 1");
      }
    } catch {
      // The next round connects again.
    } finally {
      destroy(client);
    }
  }

  return {
    ready: ready.promise,
    async close() {
      closing.abort();
      await ended;
    },
  };
}

function query(client: pg.Client, text: string): Promise<unknown> {
  return client.query({ text, query_timeout: answerMs } as pg.QueryConfig);
}

// A farewell to a server that does not answer would wait for ever: the socket is cut after it was sent.
function destroy(client: pg.Client): void {
  client.end().catch(() => undefined);
  const { stream } = client.connection as unknown as { stream: { destroy(): void } };
  setTimeout(() => stream.destroy(), 100).unref();
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}
