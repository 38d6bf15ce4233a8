import type { Database } from "./database.ts";
import type { SessionConnection } from "./session.ts";

/** The store's notifications to this process, and how reliable they are. */
export interface Notifications {
  /** Calls `onPayload` for each notification of the channel, and `onGap` if some may have been lost. */
  subscribe(channel: string, listener: NotificationListener): void;
  /** Begins to listen, unless it already does. */
  open(): void;
  /**
   * Makes one round trip, after which notifications of everything committed before the call have arrived;
   * false if that is not certain.
   */
  confirm(): Promise<boolean>;
  /**
   * Time, by `performance.now()`, up to which notifications of all commits have arrived. `-Infinity` while
   * there is no connection.
   */
  confirmedAt(): number;
  close(): Promise<void>;
}

export interface NotificationListener {
  onPayload(payload: string): void;
  onGap(): void;
}

/**
 * Creates notifications; does not connect yet. Without a session, none ever arrives and nothing is
 * confirmed.
 */
export function createNotifications({ session }: Pick<Database, "session">): Notifications {
  const listeners = new Map<string, NotificationListener>();
  let unsubscribe: (() => Promise<void>)[] | null = null;
  let confirmed: { by: SessionConnection; at: number } | null = null;
  let asking: Promise<boolean> | null = null;

  async function ask(): Promise<boolean> {
    const by = session.current();
    const at = performance.now();
    if (by === null) return false;
    try {
      await by.query("select 1");
    } catch {
      return false;
    }
    if (session.current() !== by) return false;
    confirmed = { by, at };
    return true;
  }

  return {
    subscribe(channel, listener) {
      listeners.set(channel, listener);
    },
    open() {
      unsubscribe ??= [...listeners].map(([channel, { onPayload, onGap }]) =>
        session.subscribe({ channel, onPayload, onListening: onGap }),
      );
    },
    confirm() {
      asking ??= ask().finally(() => {
        asking = null;
      });
      return asking;
    },
    confirmedAt() {
      if (confirmed === null || session.current() !== confirmed.by) return Number.NEGATIVE_INFINITY;
      return confirmed.at;
    },
    async close() {
      await Promise.all((unsubscribe ?? []).map((stop) => stop()));
    },
  };
}
