import type { AddressInfo } from "node:net";
import { AppError } from "../errors.ts";
import { archiveIdleJobs } from "../jobs/archive-idle-jobs.ts";
import { dropExpiredKeys } from "../jobs/drop-expired-keys.ts";
import { dropOldSignIns } from "../people/sign-in/drop-old-sign-ins.ts";
import { dropOldMessages } from "../webhooks/take-deliveries.ts";
import { buildApp } from "./app.ts";
import { watchConnections } from "./close-connections.ts";
import type { ServerDeps } from "./server-deps.ts";

/** How long pending requests have to complete once the server closes: as long as running jobs have. */
const completesWithinMs = 10_000;
const tidyEveryMs = 60_000;
const archiveAfterDaysDefault = 90;
const archivedAtOnce = 500;
const webhookLogDays = 30;

export interface RunningServer {
  /** `http://host:port` */
  url: string;
  port: number;
  /**
   * Stops listening, gives pending requests 10 seconds to complete and closes all connections. The database
   * stays open.
   */
  close(): Promise<void>;
}

/** Builds the app and listens; port 0 takes a free one. Throws `port_in_use`, `cannot_listen`. */
export async function startServer(
  deps: ServerDeps,
  { port, host }: { port: number; host: string },
): Promise<RunningServer> {
  const app = await buildApp(deps);
  const connections = watchConnections(app.server);
  try {
    await app.listen({ port, host });
  } catch (error) {
    await app.close();
    throw toListenError(error, port, host);
  }
  const timer = setInterval(() => void tidy(deps), tidyEveryMs);
  timer.unref();
  const address = app.server.address() as AddressInfo;
  const shownHost = host.includes(":") ? `[${host}]` : host;
  return {
    url: `http://${shownHost}:${address.port}`,
    port: address.port,
    async close() {
      clearInterval(timer);
      deps.jobChanges.close();
      deps.eventStreams.close();
      const closed = connections.closeAll(completesWithinMs);
      await app.close();
      closed();
      await Promise.all([deps.keyring.close(), deps.managementKeyring.close()]);
      await deps.notifications.close();
    },
  };
}

async function tidy({ database, log }: ServerDeps): Promise<void> {
  try {
    await dropExpiredKeys(database);
    await dropOldMessages(database, webhookLogDays);
    await dropOldSignIns({ database });
    await archiveIdleJobs(database, { daysDefault: archiveAfterDaysDefault, limit: archivedAtOnce });
  } catch (err) {
    log.warn({ err }, "expired idempotency keys and idle jobs stay for now");
  }
}

function toListenError(cause: unknown, port: number, host: string): unknown {
  const code = String((cause as { code?: unknown }).code);
  if (code === "EADDRINUSE")
    return new AppError(
      "port_in_use",
      `Port ${port} on ${host} is in use. Stop the program that uses it, or choose another port with --port or COPYDESK_PORT.`,
      { cause },
    );
  const why = listenProblems[code];
  if (why === undefined) return cause;
  return new AppError("cannot_listen", `Cannot listen on ${host}, port ${port}: ${why}`, { cause });
}

const otherHost = "Choose one with --host or COPYDESK_HOST; 0.0.0.0 means every address.";
const listenProblems: Record<string, string> = {
  EACCES:
    "this user may not use the port. Choose one from 1024 up with --port or COPYDESK_PORT, and put a proxy in front of it.",
  EPERM: "the system does not allow it. Choose another port with --port or COPYDESK_PORT.",
  EADDRNOTAVAIL: `this machine does not have that address. ${otherHost}`,
  EAFNOSUPPORT: `this machine does not use addresses of that kind. ${otherHost}`,
  EINVAL: `that is not an address to listen on. ${otherHost}`,
  ENOTFOUND: `there is no host of that name. ${otherHost}`,
  EAI_AGAIN: `the name cannot be looked up. ${otherHost}`,
};
