/**
 * Loaded before the service (`--import`): notes every program that it starts, and writes the notes to `$BENCH_SPAWNS.<pid>` when it ends.
 */
import childProcess from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";

export interface SpawnNote {
  args: string[];
  /** Milliseconds since 1970. */
  startedAt: number;
  /** Until its exit was noticed. */
  wallMs: number;
  /** Own CPU of the call that started it. */
  spawnCpuMs: number;
  /** By which the CPU of ended children had grown since the exit before; ticks of 10 ms, so that only sums count. */
  childrenCpuMs: number;
}

const notes: SpawnNote[] = [];
const { spawn } = childProcess;
const msPerTick = 10;
let childrenBefore = 0;

childProcess.spawn = ((program: string, args: string[], options: object) => {
  const startedAt = performance.timeOrigin + performance.now();
  const before = process.cpuUsage();
  const child = spawn(program, args, options);
  const { user, system } = process.cpuUsage(before);
  child.once("exit", () => {
    const children = childrenTicks() * msPerTick;
    const wallMs = performance.timeOrigin + performance.now() - startedAt;
    const childrenCpuMs = children - childrenBefore;
    childrenBefore = children;
    notes.push({ args, startedAt, wallMs, spawnCpuMs: (user + system) / 1_000, childrenCpuMs });
  });
  return child;
}) as typeof spawn;
syncBuiltinESMExports();

const file = process.env.BENCH_SPAWNS;
process.once("exit", () => {
  if (file) writeFileSync(`${file}.${process.pid}`, JSON.stringify(notes));
});

function childrenTicks(): number {
  const text = readFileSync("/proc/self/stat", "utf8");
  const fields = text.slice(text.lastIndexOf(") ") + 2).split(" ");
  return Number(fields[13]) + Number(fields[14]);
}
