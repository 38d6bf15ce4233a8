import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import type { Database } from "../store/database.ts";
import { pingStore } from "../store/ping-store.ts";
import { version } from "../version.ts";

export interface Telemetry {
  close(): Promise<void>;
}

interface Observed {
  role: string;
  log: Log;
  database: Database;
  longestStallMs(): number;
  /** Null if no jobs run here. */
  runningJobs(): number | null;
}

/** Starts the configured metrics and traces; what is not configured is not even loaded. */
export async function startTelemetry(config: Config, observed: Observed): Promise<Telemetry> {
  const { metrics, traces } = config.telemetry;
  const { log, role } = observed;
  const onProblem = (err: unknown) => log.warn({ err }, "telemetry");
  const started: Telemetry[] = [];
  if (traces !== null) {
    const { startTraces } = await import("../telemetry/traces/start-traces.ts");
    started.push(await startTraces(traces, { version, role, onProblem }));
  }
  try {
    if (metrics !== null) started.push(await startMetrics(config, observed, onProblem));
  } catch (error) {
    for (const part of started) await part.close();
    throw error;
  }
  return {
    async close() {
      for (const part of started.reverse()) await part.close();
    },
  };
}

async function startMetrics(
  config: Config,
  { role, log, database, longestStallMs, runningJobs }: Observed,
  onProblem: (error: unknown) => void,
): Promise<Telemetry> {
  const [{ createRegistry }, { countOperations }, { watchDisk, watchStore }, { serveMetrics }] =
    await Promise.all([
      import("../telemetry/metrics/create-registry.ts"),
      import("../telemetry/metrics/count-operations.ts"),
      import("../telemetry/metrics/watch-store.ts"),
      import("../telemetry/metrics/serve-metrics.ts"),
    ]);
  const settings = config.telemetry.metrics!;
  const metrics = createRegistry(settings);
  metrics.set("copydesk_build_info", { version, role, node: process.version }, 1);
  watchStore(metrics, database);
  watchDisk(metrics, config.dataFolder);
  metrics.onCollect(() => {
    metrics.set("copydesk_longest_stall_seconds", {}, longestStallMs() / 1_000);
    const running = runningJobs();
    if (running === null) return;
    metrics.set("copydesk_jobs_running", {}, running);
    metrics.set("copydesk_job_slots", {}, config.concurrency);
  });
  const server = await serveMetrics({ metrics, assertReady: () => pingStore(database) }, settings);
  const stop = countOperations(metrics, onProblem);
  log.info(`Metrics are at ${server.url}/metrics`);
  return {
    async close() {
      stop();
      await server.close();
      metrics.close();
    },
  };
}
