import type { FastifyReply } from "fastify";
import { type AuditScope, followAudit } from "../../../audit/list-audit.ts";
import type { ServerDeps } from "../../server-deps.ts";

const heartbeatMs = 15_000;
/** The log is polled even without a notification, and the caller's permission is checked again. */
const lookMs = 5_000;
const batch = 200;
/** A stream ends after this long; its client reconnects with Last-Event-ID and is authenticated again. */
const streamMs = 5 * 60_000;

interface AuditStream {
  scope: AuditScope;
  filters: object;
  after: number;
}

/** The open streams of the audit log in this process. */
export interface AuditStreams {
  /** Takes over the hijacked reply; `onEnd` is called once. */
  open(reply: FastifyReply, stream: AuditStream, onEnd: () => void): void;
  close(): void;
}

export function createAuditStreams(deps: ServerDeps): AuditStreams {
  const wakers = new Set<() => void>();
  const enders = new Set<() => void>();
  const wakeAll = () => {
    for (const wake of wakers) wake();
  };
  deps.notifications.subscribe("copydesk_audit", { onPayload: wakeAll, onGap: wakeAll });
  return {
    open(reply, stream, onEnd) {
      deps.notifications.open();
      const { raw } = reply;
      raw.writeHead(200, {
        ...Object.fromEntries(
          Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]),
        ),
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store",
        "x-accel-buffering": "no",
      });
      if (reply.request.method === "HEAD") {
        raw.end();
        return onEnd();
      }
      raw.write("retry: 1000\n\n");
      const follower = follow(deps, raw, stream);
      const timers = [
        setInterval(follower.wake, lookMs).unref(),
        setInterval(() => raw.write(": still here\n\n"), heartbeatMs).unref(),
        setTimeout(() => raw.end(), streamMs).unref(),
      ];
      const end = () => raw.end();
      wakers.add(follower.wake);
      enders.add(end);
      raw.once("close", () => {
        follower.stop();
        for (const timer of timers) clearTimeout(timer);
        wakers.delete(follower.wake);
        enders.delete(end);
        onEnd();
      });
      follower.wake();
    },
    close() {
      for (const end of enders) end();
    },
  };
}

/** Sends new entries on each wake-up; waits for clients that read slowly. */
function follow(deps: ServerDeps, raw: FastifyReply["raw"], stream: AuditStream) {
  let { after } = stream;
  let isBusy = false;
  let again = false;
  let isStopped = false;

  async function send(): Promise<void> {
    for (;;) {
      const entries = await followAudit(deps, stream.scope, { after, limit: batch, filters: stream.filters });
      for (const entry of entries) {
        if (isStopped) return;
        after = entry.id;
        const text = `id: ${entry.id}\nevent: audit\ndata: ${JSON.stringify(entry)}\n\n`;
        if (!raw.write(text))
          await new Promise((resolve) => raw.once("drain", resolve).once("close", resolve));
      }
      if (entries.length < batch) return;
    }
  }

  const wake = (): void => {
    again = true;
    if (isBusy || isStopped) return;
    isBusy = true;
    void (async () => {
      while (again && !isStopped) {
        again = false;
        // If the store is unavailable, it is asked again at the next poll.
        await send().catch(() => undefined);
      }
      isBusy = false;
    })();
  };
  return {
    wake,
    stop() {
      isStopped = true;
    },
  };
}
