/**
 * Compares the same small job by Copydesk and by coding agents of the registry that are installed below
 * COPYDESK_BENCH_PEERS: the same pages, the same script of the model in each agent's own protocol and tools,
 * a separate process and home for each run.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describeMachine } from "./parts/describe-machine.ts";
import { fourStepScript } from "./parts/four-step-script.ts";
import { makePages } from "./parts/make-pages.ts";
import { cpuSecondsOf, peakMemoryWhile } from "./parts/measure-process.ts";
import { type Cell, formatCell, printTable } from "./parts/print-table.ts";
import { quantile } from "./parts/quantile.ts";
import { withBenchService } from "./parts/with-bench-service.ts";
import { allPeers } from "./peers/all-peers.ts";
import { type MeasuredRun, measureRun } from "./peers/measure-run.ts";
import { ownAgent, ownRun } from "./peers/own-harnesses.ts";
import type { Harness, Peer } from "./peers/peer.ts";

const runs = 3;
const pages = makePages(42);
const serviceWarmUpJobs = 10;
const serviceJobs = 30;

const folder = process.env.COPYDESK_BENCH_PEERS || null;

console.log(describeMachine());
const harnesses = [ownAgent, ownRun, ...findPeers()];
const measured = new Map<string, MeasuredRun[]>(harnesses.map(({ name }) => [name, []]));
// In turns, so that a busy minute of the machine does not affect only one of them.
for (let run = 1; run <= runs; run += 1) for (const harness of harnesses) await measure(harness, run);
const service = await measureService();
report();

/**
 * Returns the harnesses of the peers that are installed in their version; prints how to install the others.
 */
function findPeers(): Harness[] {
  const there = allPeers.filter((peer) => folder !== null && installedVersion(peer) === peer.version);
  const absent = allPeers.filter((peer) => !there.includes(peer));
  if (absent.length > 0) {
    const names = absent.map((peer) => `${peer.package}@${peer.version}`).join(" ");
    console.log(`absent; run: npm install --prefix ${folder ?? "<folder>"} ${names}`);
    if (folder === null) console.log("and set COPYDESK_BENCH_PEERS=<folder>");
  }
  return there.flatMap((peer) => peer.harnesses([join(packageFolder(peer), peer.entry)]));
}

function packageFolder(peer: Peer): string {
  return join(folder ?? "", "node_modules", peer.package);
}

function installedVersion(peer: Peer): string | null {
  try {
    return JSON.parse(readFileSync(join(packageFolder(peer), "package.json"), "utf8")).version;
  } catch {
    return null;
  }
}

async function measure(harness: Harness, run: number): Promise<void> {
  const result = await measureRun(harness, pages);
  measured.get(harness.name)!.push(result);
  const { wallMs, cpuSeconds, isFixed, leftBehind, output } = result;
  const left = leftBehind === 0 ? "" : `, ${leftBehind} processes left behind`;
  console.log(
    `${harness.name}, run ${run}: ${Math.round(wallMs)} ms, ${formatCell(cpuSeconds)} CPU s, ${isFixed ? "fixed" : "NOT FIXED"}${left}`,
  );
  if (isFixed) return;
  console.log(output);
  process.exitCode = 1;
}

/**
 * Measures one more job in a running service, which pays only once for what the other rows pay at each
 * process start.
 */
async function measureService() {
  const options = { files: pages, script: fourStepScript(), concurrency: 4 };
  return await withBenchService(options, async ({ pid, createJob, waitForJob }) => {
    const runJobs = async (count: number) => {
      for (let job = 0; job < count; job += 1) await waitForJob((await createJob()).id);
    };
    await runJobs(serviceWarmUpJobs);
    const before = cpuSecondsOf(pid);
    const startedAt = performance.now();
    const { treeMiB } = await peakMemoryWhile(pid, 50, runJobs(serviceJobs));
    const after = cpuSecondsOf(pid);
    const cpuSeconds = after.own - before.own + after.children - before.children;
    console.log(`copydesk serve: ${serviceJobs} jobs, each with its pull request`);
    return {
      wallMs: (performance.now() - startedAt) / serviceJobs,
      cpuSeconds: cpuSeconds / serviceJobs,
      treeMiB,
    };
  });
}

function report(): void {
  const medians = harnesses.map(({ name }) => {
    const median = (read: (run: MeasuredRun) => number) => quantile(measured.get(name)!.map(read), 0.5);
    return {
      name,
      wallMs: median((run) => run.wallMs),
      firstRequestMs: median((run) => run.firstRequestMs),
      cpuSeconds: median((run) => run.cpuSeconds),
      treeMiB: median((run) => run.treeMiB),
      requests: median((run) => run.requests),
      fixedTokens: median((run) => run.fixedTokens),
      jobTokens: median((run) => run.jobTokens),
    };
  });
  const [agent, run, ...peers] = medians as [(typeof medians)[0], (typeof medians)[0], ...typeof medians];
  const toRow = (one: Partial<typeof agent> & { name: string; cpuSeconds: number }): Cell[] => [
    one.name,
    ...[one.wallMs, one.firstRequestMs].map(rounded),
    one.cpuSeconds,
    ...[agent, run, service].map((own) => one.cpuSeconds / own.cpuSeconds),
    rounded(one.treeMiB),
    ...(one.jobTokens === undefined
      ? ["", "", "", ""]
      : [one.requests!, one.fixedTokens!, one.jobTokens, one.jobTokens / agent.jobTokens]),
  ];
  printTable(
    [
      ...[
        "median of 3 runs",
        "wall ms",
        "first request ms",
        "CPU s",
        "CPU × agent",
        "CPU × run",
        "CPU × serve",
      ],
      ...["peak RSS MiB", "requests", "fixed tokens", "job tokens", "tokens × agent"],
    ],
    [agent, run, { name: "copydesk serve, one more job", ...service }, ...peers].map(toRow),
  );
}

function rounded(value: number | undefined): Cell {
  return value === undefined ? "" : Math.round(value);
}
