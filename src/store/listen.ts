import type { Database } from "./database.ts";

export interface Listener {
  /** Resolves when the channel is first listened to. */
  ready: Promise<void>;
  close(): Promise<void>;
}

/**
 * Listens on the process's own connection (`src/store/session.ts`). Notifications sent while that is replaced
 * are lost: `onReconnect` is the time to look for oneself. Never throws. Where the process is to have no such
 * connection, nothing is ever heard.
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
