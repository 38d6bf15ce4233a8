/**
 * Measures CPU, memory and time of whole jobs in a running service: claim, git, checks, four model steps,
 * gate, push, pull request. The scripted model and the client run in this process; only the service and the
 * programs that it starts are measured.
 */
import { fourStepScript } from "./parts/four-step-script.ts";
import { makePages } from "./parts/make-pages.ts";
import { cpuSecondsOf, peakMemoryWhile, residentMiB } from "./parts/measure-process.ts";
import { printTable } from "./parts/print-table.ts";
import { type BenchService, withBenchService } from "./parts/with-bench-service.ts";

const warmUpJobs = 5;
const jobsInARow = 30;
const jobsAtOnce = 40;
const pagesCount = 42;
const slowAnswerMs = 3_000;
let delayMs = 0;

const script = fourStepScript(() => delayMs);
await withBenchService({ files: makePages(pagesCount), script, concurrency: jobsAtOnce }, measure);

async function measure(service: BenchService): Promise<void> {
  const { pid } = service;
  await runInARow(service, warmUpJobs);
  const before = cpuSecondsOf(pid);
  const startedAt = performance.now();
  await runInARow(service, jobsInARow);
  const wallMs = performance.now() - startedAt;
  const cpu = cpuSecondsOf(pid);
  const restMiB = residentMiB(pid);
  delayMs = slowAnswerMs;
  const { ownMiB } = await peakMemoryWhile(pid, 50, runAtOnce(service));
  printTable(
    ["Figure", "Value"],
    [
      ["pages in the repository", pagesCount],
      ["CPU ms per job, the service's own process", ((cpu.own - before.own) * 1_000) / jobsInARow],
      ["CPU ms per job, git and other programs", ((cpu.children - before.children) * 1_000) / jobsInARow],
      ["wall ms per job, one after another", wallMs / jobsInARow],
      ["RSS MiB before", restMiB],
      [`RSS MiB, peak with ${jobsAtOnce} jobs at once`, ownMiB],
      ["RSS MiB per further concurrent job", (ownMiB - restMiB) / jobsAtOnce],
    ],
  );
}

async function runInARow({ createJob, waitForJob }: BenchService, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await waitForJob((await createJob()).id);
}

async function runAtOnce({ createJob, waitForJob }: BenchService): Promise<void> {
  const jobs = Array.from({ length: jobsAtOnce }, async () => waitForJob((await createJob()).id));
  await Promise.all(jobs);
}
