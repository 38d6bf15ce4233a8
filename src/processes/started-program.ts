import type { Socket } from "node:net";
import type { ProcessLimits } from "./limited-command.ts";
import type { GroupLimits } from "./program-groups.ts";

export interface ProgramStart {
  /** Program with an absolute path, or a name that is looked up on the PATH of its own environment. */
  command: readonly [string, ...string[]];
  env: Readonly<Record<string, string>>;
  /** Number of descriptors, from standard input on, that are connected to this process. */
  pipes: number;
  /** True for a process group of its own, which `process.kill(-pid)` ends as a whole. */
  ownGroup: boolean;
  /** User that root switches to for the program, without supplementary groups. Default: no switch. */
  user?: { uid: number; gid: number } | null;
  /** Limits for each of its processes. */
  limits?: ProcessLimits;
  /** Limits for all of its processes together; apply only if this process may create control groups. */
  groupLimits?: GroupLimits;
}

/** The start after the limits have become part of the command. */
export interface PlainStart extends Omit<ProgramStart, "limits" | "groupLimits"> {
  /** Files to open for writing as the descriptors after the pipes. */
  doors: readonly string[];
}

export interface PlainExit {
  /** Null after a signal. */
  code: number | null;
  /** True if it is unknown how or whether the program ended, because the process that started it is gone. */
  isLost: boolean;
}

interface ProgramExit extends PlainExit {
  /**
   * True if the kernel killed at least one of its processes because together they exceeded the memory
   * limit.
   */
  isOverMemory: boolean;
}

/** A program that runs in `/`. */
export interface StartedProgram<Exit = ProgramExit> {
  pid: number;
  /** Indexed by descriptor. Every one that the program writes to has to be read. */
  pipes: readonly Socket[];
  /** Never rejects. Output may still be on its way. */
  exited: Promise<PlainExit>;
  /** Never rejects. Resolves when the program has ended and all of its output has been read. */
  closed: Promise<Exit>;
}
