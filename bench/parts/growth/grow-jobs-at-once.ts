import { fourStepScript } from "../four-step-script.ts";
import { makePages } from "../make-pages.ts";
import { cpuSecondsOf, peakMemoryWhile } from "../measure-process.ts";
import { type BenchService, withBenchService } from "../with-bench-service.ts";
import { type MeasureGrowth, measureSizes } from "./curves.ts";

const pages = 42;
const answerMs = 300;
const warmUpJobs = 4;
/** Fewer jobs take too little time to measure. */
const jobsMin = 20;
/** One project may create a hundred jobs an hour. */
const jobsPerProject = 80;
const lookEveryMs = 100;

/** Measures whole jobs in one process, with a model that takes 300 ms per step: CPU and memory of each. */
export const growJobsAtOnce: MeasureGrowth = async ({ isFull, say }) => {
  const sizes = [1, 10, 50, 200, ...(isFull ? [500] : [])];
  return await measureSizes({ of: "jobs at once", unit: "for each job", sizes }, say, async (size) => {
    const jobs = Math.max(jobsMin, size);
    const projects = Math.ceil((warmUpJobs + jobs) / jobsPerProject);
    const script = fourStepScript(() => answerMs);
    const options = { files: makePages(pages), script, concurrency: size, projects };
    return await withBenchService(options, async (service) => {
      await runJobs(service, warmUpJobs);
      const before = cpuSecondsOf(service.pid);
      const began = performance.now();
      const { treeMiB } = await peakMemoryWhile(service.pid, lookEveryMs, runJobs(service, jobs));
      const seconds = (performance.now() - began) / 1_000;
      const after = cpuSecondsOf(service.pid);
      const cpuSeconds = after.own + after.children - before.own - before.children;
      return {
        "CPU ms": (cpuSeconds * 1_000) / jobs,
        "wall ms": (seconds * 1_000) / jobs,
        "peak MiB of the process and its programs": treeMiB / size,
      };
    });
  });
};

async function runJobs(service: BenchService, count: number): Promise<void> {
  const jobs = Array.from({ length: count }, async (_, n) => {
    const project = service.projects[n % service.projects.length]!;
    await service.waitForJob((await service.createJob(project)).id, project);
  });
  await Promise.all(jobs);
}
