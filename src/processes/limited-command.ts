export interface ProcessLimits {
  /** Of writable memory, of this process and of each that it starts. Linux counts it; macOS does not keep the limit. */
  memoryBytes: number;
  /** Of each file that it writes; what is more fails with "File too large". Default: no limit. */
  maxFileBytes?: number;
}

/** A write over the limit fails instead of ending the program with a signal. The limits are hard: no child can raise them. */
const script = [
  "trap '' XFSZ",
  "ulimit -c 0 2>/dev/null",
  'ulimit -d "$1" 2>/dev/null',
  '[ "$2" = - ] || ulimit -f "$2" 2>/dev/null',
  "shift 2",
  'exec "$@"',
].join("; ");

/** The command with hard limits around it, which only a shell can set: every program that meets outside data is started so. */
export function limitedCommand(
  command: readonly [string, ...string[]],
  { memoryBytes, maxFileBytes }: ProcessLimits,
): [string, ...string[]] {
  const kibibytes = Math.ceil(memoryBytes / 1024);
  const blocks = maxFileBytes === undefined ? "-" : String(Math.floor(maxFileBytes / 512));
  return ["/bin/sh", "-c", script, "sh", String(kibibytes), blocks, ...command];
}
