import type { Socket } from "node:net";

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
}

export interface ProgramExit {
  /** Null after a signal. */
  code: number | null;
  /** Nobody can say how it ended, nor whether it has: the process that started it is gone. */
  isLost: boolean;
}

/** A program that runs in `/`. */
export interface StartedProgram {
  pid: number;
  /** By descriptor. Every one that the program writes to has to be read. */
  pipes: readonly Socket[];
  /** Never rejects. Output may still be on its way. */
  exited: Promise<ProgramExit>;
  /** Never rejects. Resolves when the program has ended and all of its output has been read. */
  closed: Promise<ProgramExit>;
}
