import type { ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { LRUCache } from "lru-cache";
import { scanPage } from "../markdown/scan-page.ts";
import { forkLimited } from "../processes/fork-limited.ts";

export interface MdxProblem {
  line: number;
  column: number;
  message: string;
}

/**
 * One process that parses MDX, one page at a time. A process and not a thread: a thread that runs out of memory can
 * take the whole service with it. It starts with the first page, ends when idle, and ends with its parent.
 */
export interface MdxPool {
  /** The first syntax error, or null. Rejects only with the signal's reason; a page that takes too long is a problem. */
  parse(text: string, signal?: AbortSignal): Promise<MdxProblem | null>;
  close(): Promise<void>;
}

export interface MdxPoolOptions {
  timeLimitMs?: number;
  heapLimitMb?: number;
  /** The process ends after this time without work. */
  idleMs?: number;
}

// The same page is parsed after each edit, by the gate and for the baseline: the answer depends on its text alone.
const answersKeptMax = 5_000;

export function createMdxPool(options: MdxPoolOptions = {}): MdxPool {
  const { timeLimitMs = 4500, heapLimitMb = 192, idleMs = 30_000 } = options;
  const state: { child: ChildProcess | null; tail: Promise<unknown>; idle: NodeJS.Timeout | undefined } = {
    child: null,
    tail: Promise.resolve(),
    idle: undefined,
  };
  const stop = (): void => {
    clearTimeout(state.idle);
    state.child?.kill("SIGKILL");
    state.child = null;
  };
  const run = async (text: string, signal?: AbortSignal): Promise<MdxProblem | null> => {
    signal?.throwIfAborted();
    clearTimeout(state.idle);
    state.child ??= startChild(heapLimitMb);
    const outcome = await ask(state.child, hideAttributeLists(text), timeLimitMs, signal);
    if (outcome.kind === "answer") {
      state.idle = setTimeout(stop, idleMs).unref();
      return outcome.problem;
    }
    stop();
    signal?.throwIfAborted();
    return { line: 1, column: 1, message: `check_timeout: the page could not be parsed (${outcome.why})` };
  };
  const answers = new LRUCache<string, { problem: MdxProblem | null }>({ max: answersKeptMax });
  const parseOnce = async (text: string, signal?: AbortSignal): Promise<MdxProblem | null> => {
    const key = createHash("sha256").update(text).digest("base64");
    const known = answers.get(key);
    if (known !== undefined) return known.problem;
    const problem = await run(text, signal);
    answers.set(key, { problem });
    return problem;
  };
  return {
    parse: (text, signal) => {
      const result = state.tail.then(() => parseOnce(text, signal));
      state.tail = result.catch(() => undefined);
      return result;
    },
    close: async () => {
      await state.tail;
      stop();
    },
  };
}

function startChild(heapLimitMb: number): ChildProcess {
  const limits = { heapBytes: heapLimitMb * 1024 ** 2, otherBytes: 128 * 1024 ** 2 };
  const child = forkLimited(fileURLToPath(new URL("./parse-mdx-process.ts", import.meta.url)), limits, {
    execArgv: ["--stack-size=2000", "--disable-warning=ExperimentalWarning"],
    env: {},
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  child.on("error", () => undefined);
  child.unref();
  child.channel?.unref();
  return child;
}

type Outcome = { kind: "answer"; problem: MdxProblem | null } | { kind: "lost"; why: string };

function ask(child: ChildProcess, text: string, timeLimitMs: number, signal?: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
    const finish = (outcome: Outcome): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      child.off("message", onMessage).off("exit", onExit);
      resolve(outcome);
    };
    const onAbort = (): void => finish({ kind: "lost", why: "stopped" });
    const onMessage = (message: unknown): void => {
      finish({ kind: "answer", problem: (message as { problem: MdxProblem | null }).problem });
    };
    const onExit = (): void => finish({ kind: "lost", why: "the parser ran out of memory" });
    const timer = setTimeout(
      () => finish({ kind: "lost", why: `longer than ${timeLimitMs} ms` }),
      timeLimitMs,
    );
    signal?.addEventListener("abort", onAbort, { once: true });
    child.on("message", onMessage).on("exit", onExit);
    child.send(text, (error) => {
      if (error !== null) finish({ kind: "lost", why: "the parser could not be reached" });
    });
  });
}

/** `{#id}` and `{.class}` behind a heading are known to site generators but no JavaScript; blanks keep every place. */
function hideAttributeLists(text: string): string {
  let result = "";
  let at = 0;
  for (const span of scanPage(text, { mdx: true }).spans) {
    if (span.kind !== "directive" || text[span.start] !== "{") continue;
    result += text.slice(at, span.start) + " ".repeat(span.end - span.start);
    at = span.end;
  }
  return result + text.slice(at);
}
