export interface ProcessLimits {
  /** Writable memory of this process and of each that it starts. Enforced by Linux, but not by macOS. */
  memoryBytes: number;
  /** Limit for each file that it writes; larger writes fail with "File too large". Default: no limit. */
  maxFileBytes?: number;
}

/** Enters the control groups behind these descriptors; if that fails, the other limits still apply. */
const enter = 'for door in $1; do echo 0 >&"$door"; eval "exec $door>&-"; done 2>/dev/null; shift';

/**
 * A write over the limit fails instead of ending the program with a signal. The limits are hard: no child
 * can raise them.
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
 * Wraps the command in hard limits, which only a shell can set: every program that handles outside data is
 * started this way.
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

/** Wraps the command so that it runs in control groups, without other limits. */
export function groupedCommand(
  command: readonly [string, ...string[]],
  doors: readonly number[],
): [string, ...string[]] {
  return ["/bin/sh", "-c", `${enter}; exec "$@"`, "sh", doors.join(" "), ...command];
}
