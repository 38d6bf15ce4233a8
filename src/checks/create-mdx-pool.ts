import { Worker } from "node:worker_threads";
import { scanPage } from "../markdown/scan-page.ts";

export interface MdxProblem {
  line: number;
  column: number;
  message: string;
}

/** One worker thread that parses MDX. Close it when the process ends. */
export interface MdxPool {
  /** The first syntax error, or null. Rejects only with the signal's reason; a page that takes too long is a problem. */
  parse(text: string, signal?: AbortSignal): Promise<MdxProblem | null>;
  close(): Promise<void>;
}

const TIME_LIMIT_MS = 5000;
const HEAP_LIMIT_MB = 192;

export function createMdxPool(options: { timeLimitMs?: number; heapLimitMb?: number } = {}): MdxPool {
  const timeLimitMs = options.timeLimitMs ?? TIME_LIMIT_MS;
  const state: { worker: Worker | null; tail: Promise<unknown> } = { worker: null, tail: Promise.resolve() };
  const run = async (text: string, signal?: AbortSignal): Promise<MdxProblem | null> => {
    signal?.throwIfAborted();
    state.worker ??= startWorker(options.heapLimitMb ?? HEAP_LIMIT_MB);
    const outcome = await ask(state.worker, hideAttributeLists(text), timeLimitMs, signal);
    if (outcome.kind === "answer") return outcome.problem;
    const worker = state.worker;
    state.worker = null;
    await worker.terminate();
    signal?.throwIfAborted();
    return { line: 1, column: 1, message: `check_timeout: the page could not be parsed (${outcome.why})` };
  };
  return {
    parse: (text, signal) => {
      const result = state.tail.then(() => run(text, signal));
      state.tail = result.catch(() => undefined);
      return result;
    },
    close: async () => {
      await state.tail;
      await state.worker?.terminate();
      state.worker = null;
    },
  };
}

function startWorker(heapLimitMb: number): Worker {
  const worker = new Worker(new URL("./mdx-worker.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapLimitMb, stackSizeMb: 4 },
    env: {},
    stdout: true,
    stderr: true,
  });
  worker.unref();
  worker.on("error", () => undefined);
  return worker;
}

type Outcome = { kind: "answer"; problem: MdxProblem | null } | { kind: "lost"; why: string };

function ask(worker: Worker, text: string, timeLimitMs: number, signal?: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
    const finish = (outcome: Outcome): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
      resolve(outcome);
    };
    const onAbort = (): void => finish({ kind: "lost", why: "stopped" });
    const onMessage = (problem: MdxProblem | null): void => finish({ kind: "answer", problem });
    const onError = (error: Error): void => finish({ kind: "lost", why: error.message.split("\n")[0]! });
    const onExit = (): void => finish({ kind: "lost", why: "the parser ended" });
    const timer = setTimeout(
      () => finish({ kind: "lost", why: `longer than ${timeLimitMs} ms` }),
      timeLimitMs,
    );
    signal?.addEventListener("abort", onAbort, { once: true });
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
    worker.postMessage(text);
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
