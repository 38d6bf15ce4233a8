/**
 * Measures how soon a created job starts, and how soon after its claim the model is called, on a warm mirror
 * of a large repository. Jobs run one after another in a running service; the times come from the job's own
 * record, the client and the scripted model, all on one clock.
 */
import { openCorpus } from "../test/fixtures/sites/open-corpus.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { change, fourStepScript } from "./parts/four-step-script.ts";
import { makePages } from "./parts/make-pages.ts";
import { printTable } from "./parts/print-table.ts";
import { quantile } from "./parts/quantile.ts";
import { type BenchService, withBenchService } from "./parts/with-bench-service.ts";

const warmUpJobs = 3;
const jobs = 100;
/** One project may create 100 jobs an hour. */
const projects = 2;
const filesCount = 1_500;

interface Latencies {
  answerToStarted: number;
  claimToStarted: number;
  claimToModel: number;
  prepare: number;
  baseline: number;
}

interface RecordedTimes {
  claimed: number;
  started: number;
  prepareMs: number;
  baselineMs: number;
}

console.log(describeMachine());
await measure(`${filesCount} generated files`, makePages(filesCount), jobs);
const corpus = await readCorpus();
if (corpus !== null) await measure(`${Object.keys(corpus).length} files of mintlify-docs`, corpus, jobs / 4);

async function measure(name: string, files: Record<string, string | Buffer>, jobs: number): Promise<void> {
  let askedAt = 0;
  const answer = fourStepScript();
  const script: typeof answer = (index, request) => {
    if (request.messages.every(({ role }) => role !== "assistant")) askedAt = now();
    return answer(index, request);
  };
  const latencies = await withBenchService({ files, script, concurrency: 4, projects }, async (service) => {
    for (let job = 0; job < warmUpJobs; job += 1) await runJob(service, job, () => askedAt);
    const measured: Latencies[] = [];
    for (let job = 0; job < jobs; job += 1) {
      measured.push(await runJob(service, job, () => askedAt));
      if (measured.length % 30 === 0) console.log(`${name}: ${measured.length} of ${jobs} jobs are done`);
    }
    return measured;
  });
  report(name, latencies);
}

async function runJob(service: BenchService, job: number, askedAt: () => number): Promise<Latencies> {
  const project = service.projects[job % projects]!;
  const { id, answeredAt } = await service.createJob(project);
  await service.waitForJob(id, project);
  const times = await recordedTimes(service, id);
  return {
    answerToStarted: times.started - answeredAt,
    claimToStarted: times.started - times.claimed,
    claimToModel: askedAt() - times.claimed,
    prepare: times.prepareMs,
    baseline: times.baselineMs,
  };
}

async function recordedTimes({ project }: BenchService, id: string): Promise<RecordedTimes> {
  const { rows } = await project.store.database.pool.query<RecordedTimes>(
    `select extract(epoch from jobs.started_at)::double precision * 1000 as claimed,
      extract(epoch from started.at)::double precision * 1000 as started,
      (prepared.data ->> 'durationMs')::double precision as "prepareMs",
      (baseline.data ->> 'durationMs')::double precision as "baselineMs"
    from jobs
    join job_events as started on started.job_id = jobs.id and started.kind = 'started'
    join job_events as prepared on prepared.job_id = jobs.id and prepared.kind = 'prepared'
    join job_events as baseline on baseline.job_id = jobs.id and baseline.kind = 'baseline'
    where jobs.id = $1`,
    [id],
  );
  if (rows.length !== 1) throw new Error(`job ${id} was started ${rows.length} times`);
  return rows[0]!;
}

function report(name: string, latencies: Latencies[]): void {
  const row = (what: string, read: (one: Latencies) => number, wanted = "") => {
    const values = latencies.map(read);
    return [what, quantile(values, 0.5), quantile(values, 0.99), Math.max(...values), wanted];
  };
  console.log(`\n${name}, ${latencies.length} jobs one after another`);
  printTable(
    ["Milliseconds", "p50", "p99", "most", "to reach (p50 / p99)"],
    [
      row("create answered → started", (one) => one.answerToStarted, "5 / 20"),
      row("claimed → started", (one) => one.claimToStarted),
      row("claimed → first model request", (one) => one.claimToModel, "150"),
      row("of it: fetch, sizes, checkout, list", (one) => one.prepare),
      row("of it: checks before the change", (one) => one.baseline),
    ],
  );
}

async function readCorpus(): Promise<Record<string, string | Buffer> | null> {
  const site = openCorpus("mintlify-docs");
  if (site === null) return null;
  const entries = await Promise.all(site.files.map(async (path) => [path, await site.read(path)] as const));
  site.remove();
  return { ...Object.fromEntries(entries), [change.path]: `# Keys\n\nKeep ${change.from} safe.\n` };
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
