import { type ChildProcess, type ForkOptions, fork } from "node:child_process";
import { limitedCommand } from "./limited-command.ts";

interface NodeLimits {
  /** Limit for JavaScript values. */
  heapBytes: number;
  /** Limit for everything that the process keeps outside its heap: buffers, threads, compiled code. */
  otherBytes: number;
}

/**
 * Address space that V8 reserves for compiled code at start; the kernel counts it although hardly any is
 * used.
 */
const codeRangeBytes = 576 * 1024 * 1024;

/**
 * Forks a Node process with hard memory limits: at the first V8 ends it, at the second the kernel refuses
 * it memory.
 */
export function forkLimited(
  modulePath: string,
  limits: NodeLimits,
  { args = [], ...options }: Omit<ForkOptions, "execPath"> & { args?: readonly string[] } = {},
): ChildProcess {
  const heapMebibytes = Math.floor(limits.heapBytes / 1024 ** 2);
  const memoryBytes = limits.heapBytes + limits.otherBytes + codeRangeBytes;
  const node = [process.execPath, `--max-old-space-size=${heapMebibytes}`] as const;
  const [shell, ...shellArgs] = limitedCommand([...node, ...(options.execArgv ?? [])], { memoryBytes });
  return fork(modulePath, args, { ...options, execPath: shell, execArgv: shellArgs });
}
