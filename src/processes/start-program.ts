import { openStarter, type Starter, StarterUnable } from "./open-starter.ts";
import { startDirectly } from "./start-directly.ts";
import type { ProgramStart, StartedProgram } from "./started-program.ts";

export interface ProgramStarts {
  /** While it is held, programs are started by a small process, which is itself started beside the first program. */
  hold(): { release(): void };
  /** Throws the system's error when the program cannot be started, and `StarterLost` when nobody knows whether it was. */
  start(start: ProgramStart): Promise<StartedProgram>;
}

/**
 * One per process, because of what it is for: the kernel copies the page tables of the whole process for each program that the process
 * starts itself, whichever part of it asks. So whoever runs a program need not be handed anything; a service holds it while it runs.
 */
export const { hold: holdStarter, start: startProgram } = createProgramStarts();

export function createProgramStarts(): ProgramStarts {
  let holders = 0;
  let current: Starter | null = null;
  let isOpening = false;
  const open = async (): Promise<void> => {
    if (isOpening) return;
    isOpening = true;
    // Whatever keeps it from starting: programs are started without it.
    const starter = await openStarter().catch(() => null);
    isOpening = false;
    if (holders > 0) current = starter;
    else starter?.close();
  };
  /** Null while there is none; then one is on its way, unless nobody wants it. */
  const ready = (): Starter | null => {
    if (holders === 0) return null;
    if (current?.isAlive()) return current;
    current = null;
    void open();
    return null;
  };
  return {
    hold() {
      holders += 1;
      let isHeld = true;
      return {
        release() {
          if (!isHeld) return;
          isHeld = false;
          holders -= 1;
          if (holders > 0) return;
          current?.close();
          current = null;
        },
      };
    },
    async start(start) {
      const starter = ready();
      if (starter === null) return await startDirectly(start);
      try {
        return await starter.start(start);
      } catch (error) {
        if (!(error instanceof StarterUnable)) throw error;
        // Its folder may have been swept away, or it may not start processes any more: the next program gets a new one.
        if (current === starter) current = null;
        starter.close();
        return await startDirectly(start);
      }
    },
  };
}
