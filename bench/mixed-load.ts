/**
 * Runs four API and four worker processes under a mix of all operations, and kills one of them every 20
 * seconds: counts what was lost, done twice or wrong, and measures p50 and p99 of each operation. Runs for 30
 * minutes, or as many as the argument says. Linux only.
 */

import { startScriptedModelServer } from "../test/helpers/scripted-model-server.ts";
import { makeTestProject } from "../test/helpers/test-project.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { fourStepScript } from "./parts/four-step-script.ts";
import { makePages } from "./parts/make-pages.ts";
import { createMixedClient, type MixedProject } from "./parts/mixed/create-mixed-client.ts";
import { findFaults } from "./parts/mixed/find-faults.ts";
import { runFleet } from "./parts/mixed/run-fleet.ts";
import { runMix } from "./parts/mixed/run-mix.ts";
import { printTable } from "./parts/print-table.ts";
import { quantile } from "./parts/quantile.ts";
import { addBenchProject } from "./parts/with-bench-service.ts";

const minutes = Number(process.argv[2] ?? 30);
const killEveryMs = 20_000;
const modelMs = 200;
const jobsAtOnce = 4;
/** One project may create 100 jobs an hour. */
const projectCount = Math.max(4, 2 * minutes);

console.log(`${describeMachine()}; ${minutes} minutes`);
const model = await startScriptedModelServer({ script: fourStepScript(() => modelMs) });
const first = await makeTestProject(makePages(42) as Record<string, string>);
try {
  const projects: MixedProject[] = [{ id: first.projectId, key: first.key }];
  while (projects.length < projectCount) projects.push(await addBenchProject(first));
  const environment = {
    ...first.environment,
    COPYDESK_MODEL: "openai-compatible/scripted",
    OPENAI_COMPATIBLE_BASE_URL: model.baseUrl,
    COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
    COPYDESK_CONCURRENCY: String(jobsAtOnce),
    COPYDESK_LOG_LEVEL: "error",
  };
  const fleet = await runFleet({ apis: 4, workers: 4, environment, killEveryMs });
  const client = createMixedClient(fleet.apiUrls);
  const ledger = await runMix(client, projects, { untilMs: performance.now() + minutes * 60_000 });
  await fleet.stopKilling();
  const found = await findFaults(first, ledger);
  const asked = Map.groupBy(model.headers, (headers) => headers["idempotency-key"] ?? "none");
  const repeated = model.headers.length - asked.size;
  const { apis, workers } = fleet.killed();
  // A call may be repeated if its answer was on its way to a worker when that was killed.
  const faults = {
    ...found,
    "model calls made again needlessly": Math.max(0, repeated - workers * jobsAtOnce),
  };
  await fleet.end();
  printTable(
    ["operation", "requests", "p50 ms", "p99 ms", "sent again"],
    [...client.times()].map(([operation, { times, again }]) => [
      operation,
      times.length,
      quantile(times, 0.5),
      quantile(times, 0.99),
      again,
    ]),
  );
  console.log(
    `${ledger.jobs.size} jobs; killed: ${apis} API and ${workers} worker processes; ${repeated} of ${model.headers.length} model calls made again`,
  );
  printTable(["fault", "count"], Object.entries(faults));
  if (Object.values(faults).some((count) => count > 0)) process.exitCode = 1;
} finally {
  await model.close();
  await first.remove();
}
