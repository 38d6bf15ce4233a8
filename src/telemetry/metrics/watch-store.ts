import { statfs } from "node:fs/promises";
import { AppError } from "../../errors.ts";
import type { Database } from "../../store/database.ts";
import { type InstanceFigures, readInstanceFigures } from "../../store/read-instance-figures.ts";
import type { Metrics } from "./create-registry.ts";

/** Minimum interval between queries, however often the metrics are scraped. */
const freshMs = 5_000;
const patienceMs = 3_000;

/** Reports the whole instance's queue and this process's connections, queried on a scrape. */
export function watchStore(metrics: Metrics, database: Database): void {
  let known: { at: number; figures: Promise<InstanceFigures | null> } | null = null;
  metrics.onCollect(async () => {
    if (known === null || performance.now() - known.at > freshMs)
      known = { at: performance.now(), figures: look(database).catch(() => null) };
    const figures = await known.figures;
    metrics.set("copydesk_store_up", {}, figures === null ? 0 : 1);
    if (figures !== null) tellFigures(metrics, figures);
  });
  metrics.onCollect(() => {
    const { pool, session } = database;
    const { totalCount, idleCount, waitingCount, options } = pool;
    metrics.set("copydesk_pool_connections", { state: "idle" }, idleCount);
    metrics.set("copydesk_pool_connections", { state: "busy" }, totalCount - idleCount);
    metrics.set("copydesk_pool_connections_max", {}, options.max ?? 0);
    metrics.set("copydesk_pool_waiting", {}, waitingCount);
    metrics.set("copydesk_session_up", {}, session.current() === null ? 0 : 1);
  });
}

/** Times out, because an unresponsive database must not hold up the other metrics. */
async function look(database: Database): Promise<InstanceFigures> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new AppError("unavailable", "The store did not respond.")),
    patienceMs,
  );
  try {
    return await Promise.race([readInstanceFigures(database), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function tellFigures(metrics: Metrics, figures: InstanceFigures): void {
  const { queued, waiting, running } = figures;
  for (const [state, jobs] of Object.entries({ queued, waiting_capacity: waiting, running }))
    metrics.set("copydesk_queue_jobs", { state }, jobs);
  metrics.set("copydesk_queue_oldest_seconds", { state: "queued" }, figures.oldestQueuedSeconds);
  metrics.set("copydesk_queue_oldest_seconds", { state: "waiting_capacity" }, figures.oldestWaitingSeconds);
  metrics.set("copydesk_workers", {}, figures.workers);
  metrics.set("copydesk_open_pull_requests", {}, figures.openPullRequests);
  metrics.set("copydesk_webhook_deliveries_pending", {}, figures.pendingDeliveries);
}

export function watchDisk(metrics: Metrics, folder: string): void {
  metrics.onCollect(async () => {
    const disk = await statfs(folder).catch(() => null);
    if (disk === null) return;
    metrics.set("copydesk_disk_free_bytes", {}, disk.bavail * disk.bsize);
    metrics.set("copydesk_disk_size_bytes", {}, disk.blocks * disk.bsize);
  });
}
