/**
 * Lists the programs that one job of a warm service starts, in order, with their times: all of them are git.
 * With `--cpu-prof=<folder>` the service also leaves its CPU profile there.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describeMachine } from "./parts/describe-machine.ts";
import { fourStepScript } from "./parts/four-step-script.ts";
import { makePages } from "./parts/make-pages.ts";
import { cpuSecondsOf } from "./parts/measure-process.ts";
import { printTable } from "./parts/print-table.ts";
import { quantile } from "./parts/quantile.ts";
import type { SpawnNote } from "./parts/record-spawns.ts";
import { withBenchService } from "./parts/with-bench-service.ts";

interface GitRun extends SpawnNote {
  what: string;
  /** Time since the job's first run. */
  offsetMs: number;
}

const warmUpJobs = 10;
const jobs = 60;
const pagesCount = Number(/^\d+$/.exec(process.argv[2] ?? "")?.[0] ?? 42);
const profileFolder = process.argv.find((argument) => argument.startsWith("--cpu-prof="))?.slice(11);

console.log(describeMachine());
const folder = await mkdtemp(join(tmpdir(), "copydesk-bench-"));
try {
  const { notes, ownMs, programsMs } = await runJobs(join(folder, "spawns"));
  report(groupByJob(notes).slice(-jobs), ownMs, programsMs);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function runJobs(file: string): Promise<{ notes: SpawnNote[]; ownMs: number; programsMs: number }> {
  const recorder = join(import.meta.dirname, "parts/record-spawns.ts");
  const profile = profileFolder === undefined ? "" : `--cpu-prof --cpu-prof-dir=${resolve(profileFolder)}`;
  const environment = { BENCH_SPAWNS: file, NODE_OPTIONS: `--import ${recorder} ${profile}` };
  const options = { files: makePages(pagesCount), script: fourStepScript(), concurrency: 4, environment };
  const { pid, ...cpu } = await withBenchService(options, async ({ pid, createJob, waitForJob }) => {
    const run = async (count: number) => {
      for (let job = 0; job < count; job += 1) await waitForJob((await createJob()).id);
    };
    await run(warmUpJobs);
    const before = cpuSecondsOf(pid);
    await run(jobs);
    const after = cpuSecondsOf(pid);
    return {
      pid,
      ownMs: ((after.own - before.own) * 1_000) / jobs,
      programsMs: ((after.children - before.children) * 1_000) / jobs,
    };
  });
  return { notes: JSON.parse(await readFile(`${file}.${pid}`, "utf8")), ...cpu };
}

/** A job begins with the lookup of its base branch. */
function groupByJob(notes: SpawnNote[]): GitRun[][] {
  const groups: GitRun[][] = [];
  for (const note of notes.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const what = describe(note.args);
    if (what === "ls-remote HEAD") groups.push([]);
    const group = groups.at(-1);
    group?.push({ ...note, what, offsetMs: note.startedAt - (group[0]?.startedAt ?? note.startedAt) });
  }
  return groups;
}

/** Returns the command with the arguments that distinguish it from others of its name. */
function describe(args: string[]): string {
  // A shell around it sets limits.
  const own = args.slice(args.indexOf("git") + 1);
  const plain = own.filter((arg, at) => arg !== "-c" && own[at - 1] !== "-c");
  const rest = plain.filter(
    (arg, at) => !/^(-C$|--git-dir=|--work-tree=)/.test(arg) && plain[at - 1] !== "-C",
  );
  const told = rest
    .slice(1)
    .filter((arg) => /^(HEAD|refs\/|--patch|--raw|--text|--add|--force-remove|-d$)/.test(arg));
  const names = told.map((arg) => arg.replace(/(refs\/\w+\/)(copydesk\/)?.*/, "$1$2…"));
  return [rest[0], ...names].join(" ");
}

function report(groups: GitRun[][], ownMs: number, programsMs: number): void {
  const runs = new Map<string, GitRun[]>();
  for (const group of groups) {
    const seen = new Map<string, number>();
    for (const run of group) {
      const nth = (seen.get(run.what) ?? 0) + 1;
      seen.set(run.what, nth);
      const name = nth === 1 ? run.what : `${run.what} (${nth})`;
      runs.set(name, [...(runs.get(name) ?? []), run]);
    }
  }
  const mean = (list: GitRun[], read: (run: GitRun) => number) =>
    list.reduce((sum, run) => sum + read(run), 0) / groups.length;
  const median = (list: GitRun[], read: (run: GitRun) => number) => quantile(list.map(read), 0.5);
  const ordered = [...runs].toSorted(
    ([, a], [, b]) => median(a, (run) => run.offsetMs) - median(b, (run) => run.offsetMs),
  );
  const all = ordered.flatMap(([, list]) => list);
  printTable(
    ["", "git", "a job", "begins at ms", "takes ms (p50)", "own CPU ms to start it", "its CPU ms"],
    [
      ...ordered.map(([name, list], at) => [
        at + 1,
        name,
        list.length / groups.length,
        median(list, (run) => run.offsetMs),
        median(list, (run) => run.wallMs),
        mean(list, (run) => run.spawnCpuMs),
        mean(list, (run) => run.childrenCpuMs),
      ]),
      [
        ...["", "all", all.length / groups.length, "", mean(all, (run) => run.wallMs)],
        ...[mean(all, (run) => run.spawnCpuMs), mean(all, (run) => run.childrenCpuMs)],
      ],
    ],
  );
  console.log(
    `CPU ms per job: own process ${ownMs.toFixed(1)}, programs ${programsMs.toFixed(1)} (${jobs} jobs)`,
  );
}
