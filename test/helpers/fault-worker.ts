import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { bareEnvironment } from "./bare-environment.ts";
import { endWithTests } from "./end-with-tests.ts";

const program = join(import.meta.dirname, "../fixtures/fault-worker.ts");

export interface EventLoopDelay {
  p99Ms: number;
  maxMs: number;
}

export interface FaultWorker {
  child: ChildProcess;
  /** Ids of the jobs that stand at the point that their prompt names. */
  standing: ReadonlySet<string>;
  /** Resolves when so many jobs stand; rejects when the process ends before. */
  untilStanding(count: number): Promise<void>;
  /** Resolves when the process has ended. */
  ended: Promise<unknown>;
  /** How late the main thread has been since it was asked last, or since the process started. */
  eventLoopDelay(): Promise<EventLoopDelay>;
  /** Lets every job go on. */
  goOn(): void;
  /** Ends the process with SIGKILL, if it still runs, and waits for its end. */
  kill(): Promise<void>;
}

/**
 * The worker of `test/fixtures/fault-worker.ts`: a prompt that says `stop before pushed 1` holds its job
 * there.
 */
export async function startFaultWorker(environment: Record<string, string>): Promise<FaultWorker> {
  const { NODE_COMPILE_CACHE } = process.env;
  const child = fork(program, [], {
    execArgv: [],
    env: { ...bareEnvironment(), NODE_COMPILE_CACHE, ...environment },
    stdio: "inherit",
  });
  endWithTests(child);
  const standing = new Set<string>();
  const ended = once(child, "exit");
  const diedEarly = ended.then(([code, signal]) => {
    throw new Error(`the worker ended with ${code ?? signal}`);
  });
  diedEarly.catch(() => undefined);
  const ready = Promise.withResolvers<void>();
  let hasMore = Promise.withResolvers<void>();
  child.on("message", (message: { ready?: true; standing?: string }) => {
    if (message.ready) ready.resolve();
    if (message.standing !== undefined) standing.add(message.standing);
    hasMore.resolve();
    hasMore = Promise.withResolvers();
  });
  await Promise.race([ready.promise, diedEarly]);
  return {
    child,
    standing,
    ended,
    async untilStanding(count) {
      while (standing.size < count) await Promise.race([hasMore.promise, diedEarly]);
    },
    async eventLoopDelay() {
      const told = new Promise<EventLoopDelay>((resolve) => {
        child.on("message", (message: { delay?: EventLoopDelay }) => {
          if (message.delay !== undefined) resolve(message.delay);
        });
      });
      child.send("tell delay");
      return await Promise.race([told, diedEarly]);
    },
    goOn: () => void child.send("go on"),
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
