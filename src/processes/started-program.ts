import type { Socket } from "node:net";
import type { ProcessLimits } from "./limited-command.ts";
import type { GroupLimits } from "./program-groups.ts";

export interface ProgramStart {
  /** With an absolute path, or a name that is looked up on the PATH of its own environment. */
  command: readonly [string, ...string[]];
  env: Readonly<Record<string, string>>;
  /** How many descriptors, from standard input on, are connected to this process. */
  pipes: number;
  /** In a process group of its own, which `process.kill(-pid)` ends as a whole. */
  ownGroup: boolean;
  /** Whom root becomes for it, without further groups. Default: nobody else. */
  user?: { uid: number; gid: number } | null;
  /** Of each process of it. */
  limits?: ProcessLimits;
  /** Of all of its processes together; kept where this process may make control groups. */
  groupLimits?: GroupLimits;
}

/** What remains of it once the limits are part of the command. */
export interface PlainStart extends Omit<ProgramStart, "limits" | "groupLimits"> {
  /** Files that are opened for writing as the descriptors after the pipes. */
  doors: readonly string[];
}

export interface PlainExit {
  /** Null after a signal. */
  code: number | null;
  /** Nobody can say how it ended, nor whether it has: the process that started it is gone. */
  isLost: boolean;
}

interface ProgramExit extends PlainExit {
  /**
   * The kernel has killed at least one of its processes because all together were over their limit of memory.
   */
  isOverMemory: boolean;
}

/** A program that runs in `/`. */
export interface StartedProgram<Exit = ProgramExit> {
  pid: number;
  /** By descriptor. Every one that the program writes to has to be read. */
  pipes: readonly Socket[];
  /** Never rejects. Output may still be on its way. */
  exited: Promise<PlainExit>;
  /** Never rejects. Resolves when the program has ended and all of its output has been read. */
  closed: Promise<Exit>;
}
