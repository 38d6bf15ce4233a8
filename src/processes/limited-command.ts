export interface ProcessLimits {
  /**
   * Of writable memory, of this process and of each that it starts. Linux counts it; macOS does not keep the
   * limit.
   */
  memoryBytes: number;
  /** Of each file that it writes; what is more fails with "File too large". Default: no limit. */
  maxFileBytes?: number;
}

/** Enters the control groups whose doors are these descriptors; where that fails, the other limits remain. */
const enter = 'for door in $1; do echo 0 >&"$door"; eval "exec $door>&-"; done 2>/dev/null; shift';

/**
 * A write over the limit fails instead of ending the program with a signal. The limits are hard: no child can
 * raise them.
 */
const script = [
  enter,
  "trap '' XFSZ",
  "ulimit -c 0 2>/dev/null",
  'ulimit -d "$1" 2>/dev/null',
  '[ "$2" = - ] || ulimit -f "$2" 2>/dev/null',
  "shift 2",
  'exec "$@"',
].join("; ");

/**
 * The command with hard limits around it, which only a shell can set: every program that meets outside data
 * is started so.
 */
export function limitedCommand(
  command: readonly [string, ...string[]],
  { memoryBytes, maxFileBytes }: ProcessLimits,
  doors: readonly number[] = [],
): [string, ...string[]] {
  const kibibytes = Math.ceil(memoryBytes / 1024);
  const blocks = maxFileBytes === undefined ? "-" : String(Math.floor(maxFileBytes / 512));
  return ["/bin/sh", "-c", script, "sh", doors.join(" "), String(kibibytes), blocks, ...command];
}

/** The command in control groups, without other limits. */
export function groupedCommand(
  command: readonly [string, ...string[]],
  doors: readonly number[],
): [string, ...string[]] {
  return ["/bin/sh", "-c", `${enter}; exec "$@"`, "sh", doors.join(" "), ...command];
}
