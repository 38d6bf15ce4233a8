import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { forkLimited } from "../../processes/fork-limited.ts";
import type { CheckCall, ParentMessage, ProcessMessage } from "./call-types.ts";
import { startLimitMs } from "./time-limits.ts";

/** How a call ended: with a result, with an error, over its limit, or with the death of the process. */
export type Outcome =
  | { kind: "result"; result: object; pieces: Map<string, unknown[]> }
  | { kind: "error"; code: string | null; message: string }
  | { kind: "late" }
  | { kind: "lost" };

/** A process of `src/compose/check-process.mjs`. One call at a time. */
export interface CheckProcess {
  isAlive(): boolean;
  /** Never rejects. A call that exceeds its limit or is lost ends the process. */
  call(call: CheckCall, limitMs: number): Promise<Outcome>;
  closeSite(site: string): void;
  /** Tells the running call that it may end early. */
  stopCall(): void;
  end(): void;
}

// Texts of pages being read, and messages in transit.
const otherBytesMax = 256 * 1024 ** 2;

export interface ProcessOptions {
  heapLimitMb: number;
  /** Kind of its calls; it loads the modules of this kind before the time limit of the first call begins. */
  holds: "sites" | "pages" | "renderings";
}

export function startCheckProcess({ heapLimitMb, holds }: ProcessOptions): CheckProcess {
  const limits = { heapBytes: heapLimitMb * 1024 ** 2, otherBytes: otherBytesMax };
  const child = forkLimited(
    fileURLToPath(new URL("../../compose/check-process.mjs", import.meta.url)),
    limits,
    {
      args: [holds],
      execArgv: ["--stack-size=2000", "--disable-warning=ExperimentalWarning"],
      // biome-ignore lint/style/noProcessEnv: git is found where the operator's PATH says.
      env: { PATH: process.env.PATH },
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      serialization: "advanced",
    },
  );
  let isAlive = true;
  const ready = Promise.withResolvers<void>();
  const end = (): void => {
    isAlive = false;
    child.kill("SIGKILL");
    ready.resolve();
  };
  child.on("error", end).on("exit", end).on("disconnect", end);
  child.on("message", (message: ProcessMessage) => {
    if (message.kind === "ready") ready.resolve();
  });
  child.unref();
  child.channel?.unref();
  const tell = (message: ParentMessage): void => {
    if (isAlive) child.send(message, () => undefined);
  };
  return {
    isAlive: () => isAlive,
    end,
    closeSite: (site) => tell({ kind: "close", site }),
    stopCall: () => tell({ kind: "stop" }),
    async call(call, limitMs) {
      if (!(await isReadyIn(ready.promise)) || !isAlive) {
        end();
        return { kind: "lost" };
      }
      const outcome = await ask(child, call, limitMs);
      if (outcome.kind === "late" || outcome.kind === "lost") end();
      return outcome;
    },
  };
}

async function isReadyIn(ready: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), startLimitMs);
  });
  const isReady = await Promise.race([ready.then(() => true), late]);
  clearTimeout(timer);
  return isReady;
}

function ask(child: ChildProcess, call: CheckCall, limitMs: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const pieces = new Map<string, unknown[]>();
    const finish = (outcome: Outcome): void => {
      clearTimeout(timer);
      child.off("message", onMessage).off("exit", onLost).off("disconnect", onLost);
      resolve(outcome);
    };
    const onMessage = (message: ProcessMessage): void => {
      if (message.kind === "result") finish({ kind: "result", result: message.result, pieces });
      else if (message.kind === "error") finish(message);
      else if (message.kind === "piece") {
        const known = pieces.get(message.list);
        if (known === undefined) pieces.set(message.list, message.items);
        else known.push(...message.items);
      }
    };
    const onLost = (): void => finish({ kind: "lost" });
    const timer = setTimeout(() => finish({ kind: "late" }), limitMs);
    child.on("message", onMessage).on("exit", onLost).on("disconnect", onLost);
    child.send({ kind: "call", call }, (error) => {
      if (error !== null) onLost();
    });
  });
}
