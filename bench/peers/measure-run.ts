import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRepository } from "../../test/helpers/git-fixture.ts";
import { change } from "../parts/four-step-script.ts";
import { peakMemoryWhile, processTree } from "../parts/measure-process.ts";
import { countTokens, type TokenCounts } from "./count-tokens.ts";
import type { Harness, PeerRun } from "./peer.ts";
import { servePeerModel } from "./serve-peer-model.ts";

export interface MeasuredRun extends TokenCounts {
  wallMs: number;
  firstRequestMs: number;
  /** User and system time of the program and of everything that it waited for. */
  cpuSeconds: number;
  /** Peak of the sum over the program and its descendants. */
  treeMiB: number;
  requests: number;
  isFixed: boolean;
  /** Number of processes that outlived the program; they are ended. */
  leftBehind: number;
  /** End of its output. */
  output: string;
}

const runMs = 180_000;
const lookEveryMs = 20;

/**
 * bash's `time` counts the CPU of every descendant that was waited for; it goes to $1, the program's output
 * to $2.
 */
const timed =
  'times=$1 said=$2; shift 2; TIMEFORMAT="%3U %3S"; { time "$@" >"$said" 2>&1 </dev/null; } 2>"$times"';

/**
 * Runs the program once on a fresh copy of the pages, with a fresh home and a model of its own. Everything is
 * removed afterwards.
 */
export async function measureRun(harness: Harness, pages: Record<string, string>): Promise<MeasuredRun> {
  const folder = await mkdtemp(join(tmpdir(), "copydesk-bench-"));
  const repository = await createRepository(pages);
  let calls: ReturnType<Harness["calls"]> = [];
  const model = await servePeerModel((results) =>
    results < calls.length ? { calls: [calls[results]!] } : { text: "The page says API key now." },
  );
  try {
    const run = { home: join(folder, "home"), repository: repository.path, modelRoot: model.root };
    await mkdir(run.home);
    await harness.prepare?.(run);
    calls = harness.calls(run);
    const startedAt = performance.timeOrigin + performance.now();
    const measured = await timeProgram(harness, run, folder);
    return {
      ...measured,
      firstRequestMs: (model.requests[0]?.at ?? Number.NaN) - startedAt,
      requests: model.requests.length,
      ...countTokens(model.requests.map(({ body }) => body)),
      isFixed: await isFixed(harness, run, pages),
    };
  } finally {
    await model.close();
    await repository.remove();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function timeProgram(harness: Harness, run: PeerRun, folder: string) {
  const [times, said] = [join(folder, "times"), join(folder, "said")];
  const startedAt = performance.now();
  const child = spawn("bash", ["-c", timed, "bench", times, said, ...harness.command(run)], {
    cwd: run.repository,
    env: { PATH: process.env.PATH ?? "", HOME: run.home, ...harness.environment(run) },
    detached: true,
    stdio: "ignore",
  });
  const pid = child.pid!;
  const timer = setTimeout(() => endAll([-pid]), runMs);
  // bash itself is not counted.
  const { ownMiB, treeMiB } = await peakMemoryWhile(pid, lookEveryMs, once(child, "exit"));
  clearTimeout(timer);
  const wallMs = performance.now() - startedAt;
  const left = processTree(pid).filter((one) => one !== pid);
  endAll(left);
  const seconds = (await readFile(times, "utf8").catch(() => "")).match(/[\d.]+ [\d.]+\s*$/)?.[0] ?? "";
  const [user = Number.NaN, system = Number.NaN] = seconds.split(" ").map(Number);
  const output = (await readFile(said, "utf8").catch(() => "")).slice(-1_000);
  return { wallMs, cpuSeconds: user + system, treeMiB: treeMiB - ownMiB, leftBehind: left.length, output };
}

async function isFixed(harness: Harness, run: PeerRun, pages: Record<string, string>): Promise<boolean> {
  const read = harness.readPage ?? (() => readFile(join(run.repository, change.path), "utf8"));
  const text = await read(run).catch(() => "");
  return text.trim() === pages[change.path]!.replace(change.from, change.to).trim();
}

function endAll(pids: number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has already ended.
    }
  }
}
