/**
 * Runs 720 jobs through one worker process, eight at a time: jobs per second of the last 80 against the first
 * 80, by wall time and by all CPU time they took, and the service's memory after the first 160 and at the
 * end. The model answers at once. Linux only.
 */
import { describeMachine } from "./parts/describe-machine.ts";
import { fourStepScript } from "./parts/four-step-script.ts";
import { makePages } from "./parts/make-pages.ts";
import { residentMiB, treeCpuSeconds } from "./parts/measure-process.ts";
import { printTable } from "./parts/print-table.ts";
import { type BenchService, withBenchService } from "./parts/with-bench-service.ts";

const jobs = Number(process.argv[2] ?? 720);
const slice = 80;
const warmUpJobs = 8;
const atOnce = 8;
/** One project may create 100 jobs an hour. */
const projects = Math.ceil((jobs + warmUpJobs) / 90);

interface Mark {
  at: number;
  cpu: number;
  rssMiB: number;
}

console.log(describeMachine());
const options = { files: makePages(42), script: fourStepScript(), concurrency: atOnce, projects };
await withBenchService(options, async (service) => {
  await runJobs(service, warmUpJobs, () => undefined);
  const marks: Mark[] = [mark(service)];
  await runJobs(service, jobs, (done) => {
    if (done % slice === 0) marks.push(mark(service));
  });
  const slices = marks.slice(1).map((end, index) => {
    const begin = marks[index]!;
    const seconds = (end.at - begin.at) / 1_000;
    return { rate: slice / seconds, cpuMs: ((end.cpu - begin.cpu) * 1_000) / slice, rssMiB: end.rssMiB };
  });
  printTable(
    ["jobs", "a second", "CPU ms a job, own and programs", "RSS MiB"],
    slices.map(({ rate, cpuMs, rssMiB }, index) => [(index + 1) * slice, rate, cpuMs, rssMiB]),
  );
  const [first, second] = slices;
  const last = slices.at(-1)!;
  console.log(`last against first ${slice} jobs: ${(last.rate / first!.rate).toFixed(2)} × a second`);
  console.log(`CPU of a job, first against last: ${(first!.cpuMs / last.cpuMs).toFixed(2)} ×`);
  console.log(`memory against that after ${2 * slice} jobs: ${(last.rssMiB / second!.rssMiB).toFixed(2)} ×`);
});

function mark({ pid }: BenchService): Mark {
  const { own, others } = treeCpuSeconds(pid);
  return { at: performance.now(), cpu: own + others, rssMiB: residentMiB(pid) };
}

async function runJobs(service: BenchService, count: number, onDone: (done: number) => void): Promise<void> {
  let next = 0;
  let done = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const project = service.projects[next++ % service.projects.length]!;
      const { id } = await service.createJob(project);
      await service.waitForJob(id, project);
      onDone(++done);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
