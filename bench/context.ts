/**
 * Jobs with a context repository of 500 MiB, or as many as the argument says, beside jobs without one, in
 * turns in one service: wall, time until the first question to the model, CPU, memory, and what is fetched.
 * The model reads one file of the source and searches it by a glob.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addContextRepository } from "../src/context/add-context-repository.ts";
import { createSecretBox } from "../src/secrets/secret-box.ts";
import { makeLargeRepository } from "../test/helpers/git-large-repository.ts";
import { runProgram } from "../test/helpers/run-program.ts";
import type { Script } from "../test/helpers/scripted-model-server.ts";
import { fourStepScript } from "./parts/four-step-script.ts";
import { makePages } from "./parts/make-pages.ts";
import { cpuSecondsOf, peakMemoryWhile } from "./parts/measure-process.ts";
import { printTable } from "./parts/print-table.ts";
import { type BenchProject, type BenchService, withBenchService } from "./parts/with-bench-service.ts";

const pairs = 15;
/** Of 256 KiB each, beside one page. */
const mebibytes = Number(process.argv[2] ?? 500);
if (!Number.isSafeInteger(mebibytes) || mebibytes < 1) throw new Error("Usage: context.ts [MiB]");
const fileBytes = 2 ** 18;
const files = (mebibytes * 2 ** 20) / fileBytes;
const pagesCount = 42;

/** Jobs run one after another, so it is known which one a call belongs to. */
let readsSource = false;
let firstAskedAt = 0;
const plain = fourStepScript();
const reading = [
  { name: "read", arguments: { source: "code", path: "index.md" } },
  { name: "search", arguments: { source: "code", pattern: "Two", glob: "*.md" } },
];
const script: Script = async (index, request) => {
  const first = await plain(index, request);
  const isFirst = !request.messages.some(({ role }) => role === "assistant");
  if (isFirst) firstAskedAt = performance.now();
  return readsSource && isFirst ? { ...first, calls: [...(first.calls ?? []), ...reading] } : first;
};

interface Cost {
  wallMs: number;
  firstAskedMs: number;
  cpuMs: number;
  peakMiB: number;
}

const folder = await mkdtemp(join(tmpdir(), "copydesk-bench-"));
try {
  const source = join(folder, "source.git");
  await makeLargeRepository(source, { files, fileBytes });
  const options = { files: makePages(pagesCount), script, concurrency: 1, projects: 2 };
  await withBenchService(options, (service) => measure(service, source));
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure(service: BenchService, source: string): Promise<void> {
  const [without, withSource] = service.projects as [BenchProject, BenchProject];
  const deps = { ...service.project.store, secretBox: createSecretBox(Buffer.alloc(32)) };
  await runJob(service, without);
  await addContextRepository(deps, withSource.id, { name: "code", repository: source });
  const before = await mebibytesOf(service.project.environment.COPYDESK_DATA!);
  readsSource = true;
  const cold = await runJob(service, withSource);
  const fetched = (await mebibytesOf(service.project.environment.COPYDESK_DATA!)) - before;
  const costs = { without: [] as Cost[], with: [] as Cost[] };
  for (let pair = 0; pair < pairs; pair += 1) {
    readsSource = false;
    costs.without.push(await runJob(service, without));
    readsSource = true;
    costs.with.push(await runJob(service, withSource));
  }
  const median = (all: readonly Cost[], name: keyof Cost) =>
    all.map((cost) => cost[name]).sort((one, other) => one - other)[Math.floor(all.length / 2)]!;
  const row = (label: string, name: keyof Cost) => {
    const [plainly, reads] = [median(costs.without, name), median(costs.with, name)];
    return [label, plainly, reads, reads / plainly, cold[name] / plainly];
  };
  printTable(
    ["Median of a job", "without", `with ${mebibytes} MiB`, "ratio", "ratio of the first"],
    [
      row("wall ms", "wallMs"),
      row("ms until the model is first asked", "firstAskedMs"),
      row("CPU ms, service and programs", "cpuMs"),
      row("most memory, MiB, service and programs", "peakMiB"),
    ],
  );
  printTable(
    ["Figure", "Value"],
    [
      ["files in the source's newest commit", files + 1],
      ["MiB that the first job has fetched", fetched],
    ],
  );
}

async function runJob(service: BenchService, project: BenchProject): Promise<Cost> {
  const total = () => {
    const { own, children } = cpuSecondsOf(service.pid);
    return own + children;
  };
  const [cpu, startedAt] = [total(), performance.now()];
  const work = async () => await service.waitForJob((await service.createJob(project)).id, project);
  const { treeMiB: peakMiB } = await peakMemoryWhile(service.pid, 50, work());
  return {
    ...{ wallMs: performance.now() - startedAt, firstAskedMs: firstAskedAt - startedAt, peakMiB },
    cpuMs: (total() - cpu) * 1_000,
  };
}

async function mebibytesOf(directory: string): Promise<number> {
  const words = await runProgram(["du", "-sk", directory], { env: { PATH: process.env.PATH ?? "" } });
  return Number(words.split("\t", 1)[0]) / 1_024;
}
