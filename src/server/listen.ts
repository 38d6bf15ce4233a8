import type { AddressInfo } from "node:net";
import { AppError } from "../errors.ts";
import { archiveIdleJobs } from "../store/jobs/archive-jobs.ts";
import { dropExpiredKeys } from "../store/jobs/drop-expired-keys.ts";
import { dropOldMessages } from "../store/webhooks/deliveries.ts";
import { buildApp } from "./app.ts";
import type { ServerDeps } from "./server-deps.ts";

const tidyEveryMs = 60_000;
const archiveAfterDaysDefault = 90;
const archivedAtOnce = 500;
const webhookLogDays = 30;

export interface RunningServer {
  /** `http://host:port` */
  url: string;
  port: number;
  /** Answers those who wait, ends idle connections and stops listening. The database stays open. */
  close(): Promise<void>;
}

/** Builds the app and listens; port 0 takes a free one. Throws `port_in_use`. */
export async function startServer(
  deps: ServerDeps,
  { port, host }: { port: number; host: string },
): Promise<RunningServer> {
  const app = await buildApp(deps);
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
      await deps.jobChanges.close();
      // A connection whose last answer is still under way is not idle yet when the closing begins.
      const closeIdle = setInterval(() => app.server.closeIdleConnections(), 50);
      await app.close();
      clearInterval(closeIdle);
    },
  };
}

async function tidy({ database, log }: ServerDeps): Promise<void> {
  try {
    await dropExpiredKeys(database);
    await dropOldMessages(database, webhookLogDays);
    await archiveIdleJobs(database, { daysDefault: archiveAfterDaysDefault, limit: archivedAtOnce });
  } catch (err) {
    log.warn({ err }, "expired idempotency keys and idle jobs stay for now");
  }
}

function toListenError(error: unknown, port: number, host: string): unknown {
  if ((error as { code?: unknown }).code !== "EADDRINUSE") return error;
  return new AppError(
    "port_in_use",
    `Port ${port} on ${host} is taken. Stop the program that uses it, or choose another with --port or COPYDESK_PORT.`,
    { cause: error },
  );
}
