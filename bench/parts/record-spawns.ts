/**
 * Loaded before the service (`--import`): records every program that it starts directly or through its
 * starter, and writes the records to `$BENCH_SPAWNS.<pid>` at the end.
 */
import childProcess from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import type { StarterMessage, StartRequest } from "../../src/processes/starter-messages.ts";

export interface SpawnNote {
  args: string[];
  /** Milliseconds since 1970. */
  startedAt: number;
  /** Time until its exit was noticed. */
  wallMs: number;
  /** Own CPU time of the call that started it. */
  spawnCpuMs: number;
  /**
   * Growth of the ended children's CPU time since the previous exit; in ticks of 10 ms, so that only sums are
   * meaningful.
   */
  childrenCpuMs: number;
}

const notes: SpawnNote[] = [];
const { spawn, fork } = childProcess;
const msPerTick = 10;
let childrenBefore = 0;

/** Measures a call that starts a program. The returned `exited` must be called when its exit is noticed. */
function note<T>(args: string[], parent: number | "self", call: () => T): { result: T; exited(): void } {
  const startedAt = performance.timeOrigin + performance.now();
  const before = process.cpuUsage();
  const result = call();
  const { user, system } = process.cpuUsage(before);
  const exited = (): void => {
    const children = childrenTicks(parent) * msPerTick;
    const wallMs = performance.timeOrigin + performance.now() - startedAt;
    const childrenCpuMs = children - childrenBefore;
    childrenBefore = children;
    notes.push({ args, startedAt, wallMs, spawnCpuMs: (user + system) / 1_000, childrenCpuMs });
  };
  return { result, exited };
}

childProcess.spawn = ((program: string, args: string[], options: object) => {
  const { result: child, exited } = note(args, "self", () => spawn(program, args, options));
  child.once("exit", exited);
  return child;
}) as typeof spawn;

childProcess.fork = ((path: string, args: string[], options: object) => {
  const child = fork(path, args, options);
  if (!path.endsWith("starter-process.mjs")) return child;
  const underWay = new Map<number, () => void>();
  const send = child.send.bind(child) as (message: StartRequest, onSent: () => void) => boolean;
  child.send = ((request: StartRequest, onSent: () => void) => {
    const { result, exited } = note(request.command.slice(1), child.pid!, () => send(request, onSent));
    underWay.set(request.id, exited);
    return result;
  }) as typeof child.send;
  child.on("message", (message: StarterMessage) => {
    if (message.kind === "exited") underWay.get(message.id)?.();
  });
  return child;
}) as typeof fork;
syncBuiltinESMExports();

const file = process.env.BENCH_SPAWNS;
process.once("exit", () => {
  if (file) writeFileSync(`${file}.${process.pid}`, JSON.stringify(notes));
});

function childrenTicks(parent: number | "self"): number {
  const text = readFileSync(`/proc/${parent}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(") ") + 2).split(" ");
  return Number(fields[13]) + Number(fields[14]);
}
