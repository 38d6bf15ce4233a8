import type { Database } from "./database.ts";

export interface Listener {
  /** Resolves when the channel is first being listened to. */
  ready: Promise<void>;
  close(): Promise<void>;
}

/**
 * Listens on the process's own connection (`src/store/session.ts`). Notifications sent while that is
 * replaced are lost: `onReconnect` is the moment to look for changes. Never throws. Without such a
 * connection, nothing is ever received.
 */
export function listen(
  { session }: Pick<Database, "session">,
  channel: string,
  onPayload: (payload: string) => void,
  onReconnect: () => void = () => undefined,
): Listener {
  const ready = Promise.withResolvers<void>();
  let isFirst = true;
  const unsubscribe = session.subscribe({
    channel,
    onPayload,
    onListening() {
      if (!isFirst) onReconnect();
      isFirst = false;
      ready.resolve();
    },
  });
  return {
    ready: ready.promise,
    async close() {
      await unsubscribe();
      ready.resolve();
    },
  };
}
